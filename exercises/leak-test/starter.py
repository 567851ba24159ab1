import numpy as np


def leaks_future(attend, X):
    # attend(X) gives one row for each word.
    # Change later words in a copy of X.
    # Did an earlier row of the result change?
    ...
