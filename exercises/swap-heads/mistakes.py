import numpy as np

from grader.case import changes_input, family, replaces
from grader.pipeline import Pipeline, stage


def _check_width(W_O, H):
    if len(W_O) % H:
        raise ValueError("H must divide C")


def _check_order(H, order):
    if sorted(order) != list(range(H)):
        raise ValueError("order must hold each head once")


def _rows(W_O, H, heads):
    d = len(W_O) // H
    return (heads[:, None] * d + np.arange(d)).ravel()


PIPELINE = Pipeline(
    "W_O H order",
    stage(_check_width, "width_checked", name="check_width"),
    stage(_check_order, "order_checked", name="check_order"),
    stage(lambda order: np.asarray(order), "heads", name="heads"),
    stage(_rows, "rows", name="rows"),
    stage(lambda W_O, rows: W_O[rows], "moved", name="move"),
    stage(lambda moved: moved, "result", name="hand_back"),
)


def _no_check():
    return None


# ---- where two explanations fit, the earlier mistake is the one that is named


@replaces("heads")
def order_inverted(order):
    """The order is read the wrong way round: you send head `p` to place `order[p]`.

    Look at what `order[p]` says. It is the old head that now stands at place `p`, so it says where to read.

    `order = [1, 2, 0]`: place 0 now holds head 1, so the new table begins with the rows of head 1. Yours
    begins with the rows of head 2.
    """
    return np.argsort(order)


@replaces(move=lambda W_O, rows: W_O[:, rows])
@replaces(move=lambda W_O, rows: W_O.T[rows])
def columns_moved():
    """The columns of W_O are moved instead of its rows.

    Look at which side of W_O meets the joined heads. In `joined @ W_O` each column of `joined` meets one row
    of `W_O`.

    Heads of width 1: joined `[1, 2]` with `W_O` = `[[3, 4], [5, 6]]` gives `[13, 16]`. Swapped, `[2, 1]`
    needs `[[5, 6], [3, 4]]`. With swapped columns it gives `[14, 11]`.
    """


@replaces(move=lambda W_O, rows: W_O[rows][:, rows])
def rows_and_columns_moved():
    """The rows of W_O are moved, and its columns too.

    Look at what the columns of W_O stand for. They are the columns of the output, which stay where they are.

    Heads of width 1: joined `[1, 2]` with `W_O` = `[[3, 4], [5, 6]]` gives `[13, 16]`. With rows and columns
    swapped, `[2, 1]` gives `[16, 13]`.
    """


def _first_rows_only(W_O, heads):
    new = W_O.copy()
    new[: len(heads)] = W_O[heads]
    return new


@replaces(rows=lambda heads: heads)
@replaces(move=lambda W_O, heads: W_O[heads % len(W_O)], rows=lambda: None)
@replaces(move=_first_rows_only)
def single_rows_moved():
    """Single rows are moved, not the whole block of rows of a head.

    Look at how many rows belong to one head. Head `h` has `C // H` of them.

    `C` = 6 and `H` = 3: head 1 has the rows 2 and 3. Row 1 still belongs to head 0.
    """


def _every_other_row(W_O, H, heads):
    return (np.arange(len(W_O) // H)[:, None] * H + heads).ravel()


@replaces(rows=_every_other_row)
def rows_interleaved():
    """The rows of a head are looked for one by one, as if the heads took turns.

    Look at how W_O is cut into blocks. The rows of one head stand next to each other.

    `C` = 6 and `H` = 3: head 0 has the rows 0 and 1. Yours takes the rows 0 and 3.
    """


@replaces(move=lambda W_O: W_O)
@replaces(move=lambda W_O: W_O.copy())
def nothing_moved():
    """Nothing is moved: W_O comes back as it was.

    Look at whether your result uses `order`. An indexed or moved copy does nothing unless it is kept.

    Heads of width 1 in the order `[1, 0]`: `[[3, 4], [5, 6]]` should become `[[5, 6], [3, 4]]`.
    """


@replaces(heads=lambda H: np.arange(H)[::-1])
def always_reversed():
    """The heads are always put in reverse, whatever `order` says.

    Look at where `order` enters.

    `order = [1, 2, 0]`: the new table begins with the rows of head 1. Yours begins with those of head 2.
    """


@replaces(hand_back=lambda moved: moved.T)
def w_o_transposed():
    """W_O is transposed.

    Look for a `.T`, or for two axes that have changed places. The output columns stay columns.

    Heads of width 1 in the order `[1, 0]`: `[[3, 4], [5, 6]]` should become `[[5, 6], [3, 4]]`, not
    `[[5, 3], [6, 4]]`.
    """


def _read_after_writing(W_O, H, heads):
    d = len(W_O) // H
    new = W_O.copy()
    for place, head in enumerate(heads):
        new[place * d : (place + 1) * d] = new[head * d : (head + 1) * d]
    return new


@replaces(move=_read_after_writing)
def read_after_writing():
    """Rows are read after they have been written over: you copy within one table.

    Look at the table that you read from and the one that you write to. They should not be the same memory.

    `[[3], [5]]` with the order `[1, 0]`: first row 0 becomes 5, then row 1 is filled from row 0, which is 5
    by then. The 3 is lost.
    """


@changes_input
@family(how=["all", "blocks"])
def changed_in_place(W_O, H, order, how):
    """The W_O that was handed in is changed.

    Look at which array you write into. Is it your own, or the one that your function was given?

    Somebody calls `swap_heads(W_O, H, order)` and still uses the old layer. Its `W_O` should be as before.
    """
    moved = PIPELINE(W_O, H, order)
    if how == "all":
        W_O[:] = moved
    else:
        d = len(W_O) // H
        for place in range(H):
            W_O[place * d : (place + 1) * d] = moved[place * d : (place + 1) * d]
    return W_O


# ---- what must be refused


@family(join=[lambda parts: parts.reshape(-1, parts.shape[-1]), np.concatenate, np.vstack])
@replaces("move", heads=lambda order: order, rows=lambda: None)
def tuple_as_an_index(W_O, H, heads, join):
    """When `order` is a tuple, it goes wrong: NumPy reads it as one index for each axis.

    Look at what stands in your square brackets. A list or an array picks several blocks, a tuple picks one
    cell.

    `a[[1, 0]]` is row 1, then row 0. `a[(1, 0)]` is the same as `a[1, 0]`, one number.
    """
    return join(_reshaped(W_O, H)[heads])


def _reshaped(W_O, H):
    return W_O.reshape(H, len(W_O) // H, len(W_O))


def _concatenated(W_O, H, heads):
    d = len(W_O) // H
    return np.concatenate([W_O[head * d : (head + 1) * d] for head in heads])


def _filled(W_O, H, heads):
    d = len(W_O) // H
    new = np.zeros_like(W_O)
    for place, head in enumerate(heads):
        new[place * d : (place + 1) * d] = W_O[head * d : (head + 1) * d]
    return new


def _in_shape(moved, W_O):
    return moved.reshape(W_O.shape)


def _refuse_when(wrong):
    def check(H, order):
        if wrong(list(order), H):
            raise ValueError("order must hold each head once")

    return check


_length = _refuse_when(lambda order, H: len(order) != H)
_twice = _refuse_when(lambda order, H: len(set(order)) != len(order))
_count = _refuse_when(lambda order, H: len(set(order)) != H)
_length_and_twice = _refuse_when(lambda order, H: len(order) != H or len(set(order)) != H)
_highest = _refuse_when(lambda order, H: max(order) >= H)
_range = _refuse_when(lambda order, H: not all(0 <= head < H for head in order))
_length_and_range = _refuse_when(lambda order, H: len(order) != H or not all(0 <= head < H for head in order))
_length_and_highest = _refuse_when(lambda order, H: len(order) != H or max(order) >= H)
_sum = _refuse_when(lambda order, H: sum(order) != H * (H - 1) // 2)
_twice_and_highest = _refuse_when(lambda order, H: len(set(order)) != len(order) or max(order) >= H)
_set = _refuse_when(lambda order, H: set(order) != set(range(H)))


@replaces(check_order=_no_check)
@replaces(check_order=_no_check, hand_back=_in_shape)
@replaces(check_order=_no_check, move=_concatenated)
@replaces(check_order=_no_check, move=_filled)
@replaces(check_order=_length)
@replaces(check_order=_length, move=_concatenated)
@replaces(check_order=_length, move=_filled)
@replaces(check_order=_twice)
@replaces(check_order=_twice, move=_concatenated)
@replaces(check_order=_twice, move=_filled)
@replaces(check_order=_twice, hand_back=_in_shape)
@replaces(check_order=_count)
@replaces(check_order=_count, move=_concatenated)
@replaces(check_order=_count, hand_back=_in_shape)
@replaces(check_order=_length_and_twice)
@replaces(check_order=_length_and_twice, move=_concatenated)
@replaces(check_order=_highest)
@replaces(check_order=_highest, move=_concatenated)
@replaces(check_order=_highest, move=_filled)
@replaces(check_order=_highest, hand_back=_in_shape)
@replaces(check_order=_range)
@replaces(check_order=_range, move=_filled)
@replaces(check_order=_range, hand_back=_in_shape)
@replaces(check_order=_length_and_range)
@replaces(check_order=_length_and_highest)
@replaces(check_order=_length_and_highest, move=_concatenated)
@replaces(check_order=_sum)
@replaces(check_order=_twice_and_highest)
@replaces(check_order=_twice_and_highest, move=_concatenated)
@replaces(check_order=_twice_and_highest, hand_back=_in_shape)
@replaces(check_order=_set)
def order_not_checked():
    """An `order` that does not hold each head once gets through, or ends in another error than `ValueError`.

    Look at everything that can be wrong with `order`: a head twice, one missing, one too many, a number that
    is no head. −1 is no head either, although NumPy takes it for the last one.

    Three heads and `order = [0, 2, 0]`: head 1 is lost, so nothing can give the old output.
    """


def _kept_below(W_O, rows):
    new = W_O.copy()
    new[: len(rows)] = W_O[rows]
    return new


def _zeros_below(W_O, rows):
    new = np.zeros_like(W_O)
    new[: len(rows)] = W_O[rows]
    return new


@replaces(check_width=_no_check)
@replaces(check_width=_no_check, move=_zeros_below)
@replaces(check_width=_no_check, move=_kept_below)
def rows_left_over():
    """When H does not divide C, it goes on without an error, and the result is wrong.

    Look at what happens to the rows that are left over.

    6 rows and 4 heads: `6 // 4` is 1, so four heads of one row hold only 4 of the 6 rows. A
    `ValueError` is due.
    """
