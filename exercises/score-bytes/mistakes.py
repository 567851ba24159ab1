from grader import stages
from grader.case import alone, family, replaces
from grader.pipeline import Pipeline, stage


def _batch(B):
    return B


def _heads(H):
    return H


def _table(T):
    return T * T


def _number(itemsize):
    return itemsize


def _product(batch, heads, table, number):
    return batch * heads * table * number


def _unit(size):
    return size


PIPELINE = Pipeline(
    "B H T itemsize",
    stage(_batch, "batch", name="batch"),
    stage(_heads, "heads", name="heads"),
    stage(_table, "table", name="table"),
    stage(_number, "number", name="number"),
    stage(_product, "size", name="product"),
    stage(_unit, "output", name="unit"),
    stage(stages.hand_back, "result"),
)


# ---- the table


@replaces("table")
def words_counted_once(T):
    """The number of words is counted once, as if each word had one score.

    Look at the two axes of a score table. What are its rows, and what are its columns?

    3 words have 3 · 3 = 9 scores in one head. Yours counts 3.
    """
    return T


@replaces("table")
def words_doubled(T):
    """The number of words is doubled instead of squared.

    Look at the two axes of a score table. How many cells has a table of `T` rows and `T` columns?

    3 words have 3 · 3 = 9 scores in one head. Yours counts 6.
    """
    return 2 * T


@replaces("table")
@replaces(table=lambda T: T * (T + 1) / 2)
@replaces(table=lambda T: T * (T - 1) // 2)
def half_the_table(T):
    """Only the cells on one side of the diagonal are counted.

    Look at what a mask does to the table. A blocked cell holds −∞, and that is a number in memory too.

    3 words have 3 · 3 = 9 cells in one head, of which a causal mask leaves 6 open. All 9 are stored.
    """
    return T * (T + 1) // 2


@replaces("table")
@replaces(table=lambda T: T**4)
def words_counted_too_often(T):
    """The number of words is multiplied in too often.

    Look at the two axes of a score table. `T` stands for one of them and once more for the other.

    3 words have 3 · 3 = 9 scores in one head. Yours counts 27 or more.
    """
    return T**3


# ---- how many tables


@replaces("heads")
def heads_forgotten(H):
    """The heads are forgotten: each head has a score table of its own.

    Look at how many tables one layer has.

    2 heads and 3 words have two tables of 9 scores, so 18 numbers. Yours counts 9.
    """
    return 1


@replaces("batch")
def batch_forgotten(B):
    """The batch is forgotten: each sentence has score tables of its own.

    Look at how many tables there are when several sentences are worked on at once.

    2 sentences of 3 words with 1 head have two tables of 9 scores, so 18 numbers. Yours counts 9.
    """
    return 1


@replaces(product=lambda batch, heads, table, number: batch * table * number / heads)
@replaces(product=lambda batch, heads, table, number: batch * table * number // heads)
def divided_by_heads():
    """The size is divided by the number of heads, but every head has a full table.

    Look at what the heads share. They share out the columns of Q and K; the words are all there in each of
    them.

    2 heads and 3 words have two tables of 9 scores. Dividing gives half a table.
    """


@alone
@replaces("heads")
def heads_squared(H):
    """The heads are multiplied in twice.

    Look at how many tables one layer has. Heads do not look at each other.

    2 heads and 3 words have two tables of 9 scores, so 18 numbers. Yours counts 36.
    """
    return H * H


# ---- bytes


@replaces("number")
@replaces(number=lambda itemsize: itemsize / 8)
@replaces(number=lambda itemsize: itemsize // 8)
@replaces(unit=lambda size: size // 8)
def bits_for_bytes(itemsize):
    """Bits and bytes are mixed up: there is a factor of 8 too many, or too few.

    Look at the 8 in your code. `itemsize` is already in bytes, and bytes are asked for.

    9 numbers of 4 bytes take 36 bytes. They are 288 bits.
    """
    return itemsize * 8


@replaces("number")
def itemsize_forgotten(itemsize):
    """The numbers are counted, not their bytes.

    Look for the step where `itemsize` reaches your result.

    9 numbers of 4 bytes take 36 bytes. Yours says 9.
    """
    return 1


@alone
@replaces("number")
@family(size=[4, 8, 2])
def fixed_itemsize(size):
    """A number always takes the same number of bytes, whatever `itemsize` says.

    Look at where the bytes of one number come from.

    9 numbers take 18 bytes when `itemsize` is 2, and 72 when it is 8.
    """
    return size


@alone
@replaces("unit")
@replaces(unit=lambda size: size // 1024)
@replaces(unit=lambda size: size / 1000)
@replaces(unit=lambda size: size / 1024**2)
@replaces(unit=lambda size: size / 10**6)
@replaces(unit=lambda size: size / 1024**3)
@replaces(unit=lambda size: size / 10**9)
def not_in_bytes(size):
    """The result is not in bytes but in kilobytes or something larger.

    Look at your last step. Bytes are asked for, without dividing.

    9 numbers of 4 bytes take 36 bytes, not 0.035.
    """
    return size / 1024


# ---- what does not belong to it


@replaces("product")
@family(width=[64, 512, 768, 12, 16, 32, 128, 256, 1024, 2048, 4096])
def width_counted_in(batch, heads, table, number, width):
    """The width of the model is counted in.

    Look at what one score is: a single number for a pair of words. The width is used up in the dot product.

    3 words have 9 scores in one head, however wide their queries and keys are.
    """
    return batch * heads * table * number * width


@alone
@replaces("unit")
@family(times=[2, 3, 4])
def more_than_the_scores(size, times):
    """More is counted than the scores: the result is a whole multiple of the right one.

    Look for a factor of 2, 3 or 4 in your code. Weights, queries, keys and values are tables of their own.

    9 scores of 4 bytes take 36 bytes, not 72.
    """
    return size * times


@alone
@replaces("product")
def added_up(B, H, T, itemsize):
    """The sizes are added, not multiplied.

    Look at how many cells a table has. Its sizes are multiplied.

    A table of 3 rows and 3 columns has 9 cells, not 6.
    """
    return B + H + T + T + itemsize


@alone
@replaces("unit")
@replaces(unit=lambda size: size if size < 2**31 else 0)
@replaces(unit=lambda size: size if size < 2**31 else 2**32 - 1)
def overflows_32_bits(size):
    """Large sizes overflow: your numbers have 32 bits, and the largest of them is 2147483647.

    Look at the type of the numbers that you multiply. A plain Python number has as many digits as it needs. A
    whole number of NumPy has 64 bits on most computers, but 32 in this page: `np.prod` may be right there and
    wrong here.

    `np.int32(2147483647) + np.int32(1)` is −2147483648.
    """
    return (int(size) + 2**31) % 2**32 - 2**31


@replaces("hand_back")
def nothing_returned(output):
    """The function returns nothing.

    Look at the end of your function. What it computes, or prints, stays inside it until it is handed back.

    `score_bytes(1, 1, 3, 4)` should give back 36. It gives back `None`.
    """
