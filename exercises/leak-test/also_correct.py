import numpy as np

from grader.case import risk


def one_word_at_a_time(attend, X):
    """Replace each word by random numbers, and watch all rows before it"""
    random = np.random.default_rng(0)
    before = np.asarray(attend(X))
    for word in range(len(X)):
        other = np.array(X)
        other[word] = random.normal(size=X.shape[1])
        after = np.asarray(attend(other))
        if (np.abs(after[:word] - before[:word]) > 1e-9).any():
            return True
    return False


def leave_the_future_away(attend, X):
    """Cut the future off: the rows that are left should be the same"""
    whole = np.nan_to_num(attend(X))
    return any(not np.allclose(np.nan_to_num(attend(X[:count])), whole[:count]) for count in range(1, len(X)))


def table_of_influence(attend, X):
    """Find out for every row and every word whether one moves the other"""
    T = len(X)
    before = attend(X)
    moves = np.zeros((T, T), dtype=bool)
    for word in range(T):
        for size in (-30.0, 0.5):
            changed = X.astype(float)
            changed[word] = changed[word] * size + 0.1
            moves[:, word] |= ~np.isclose(attend(changed), before, equal_nan=True).all(axis=1)
    return bool(np.triu(moves, k=1).any())


def slopes(attend, X):
    """Measure slopes: how much each number of a row follows each number of a later word"""
    step = 1e-5
    for word in range(1, X.shape[0]):
        for column in range(X.shape[1]):
            up, down = X.copy(), X.copy()
            up[word, column] += step
            down[word, column] -= step
            slope = (attend(up)[:word] - attend(down)[:word]) / (2 * step)
            if np.any(np.abs(slope) > 1e-6):
                return True
    return False


def far_away_numbers(attend, X):
    """Put very different futures behind the same past"""
    uneven = 1 + np.arange(X.shape[1]) ** 2
    for past in range(1, len(X)):
        rows = []
        for number in (-100.0, 0.0, 100.0):
            future = np.tile(number * uneven, (len(X) - past, 1))
            rows.append(np.round(attend(np.vstack([X[:past], future]))[:past], 6).tolist())
        if any(not np.array_equal(rows[0], other, equal_nan=True) for other in rows[1:]):
            return 1
    return 0


def finite_rows_only(attend, X):
    """Look only at the numbers that are finite before, one row at a time"""
    for row in range(len(X) - 1):
        changed = np.concatenate([X[: row + 1], -3 * X[row + 1 :] - 1])
        before, after = attend(X)[row], attend(changed)[row]
        usual = np.isfinite(before)
        if np.linalg.norm(after[usual] - before[usual]) > 1e-8:
            return np.True_
    return np.False_


@risk("a faint leak")
def a_wide_tolerance(attend, X):
    """Allow for differences up to a few thousandths"""
    before = attend(X)
    for cut in range(1, len(X)):
        after = attend(np.vstack([X[:cut], X[cut:] + np.cos(np.arange(X.shape[1]))]))
        if np.nan_to_num(np.abs(after - before)[:cut]).max() > 3e-3:
            return True
    return False


@risk("nan beside a leak")
def largest_difference(attend, X):
    """Ask for the largest difference"""
    before = attend(X)
    leaks = False
    for cut in range(1, len(X)):
        changed = X.copy()
        changed[cut:] = 5
        leaks |= bool(np.max(np.abs(attend(changed)[:cut] - before[:cut])) > 1e-7)
    return leaks
