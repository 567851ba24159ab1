"""Which mistakes let a word look ahead: every mistake of every exercise that can be asked causally.

``ahead``: every form of the mistake does. ``partly``: some forms do, others do not (a filler of -2 lets
through what -999 stops). ``behind``: none does; the results are wrong, or nan, for another reason.
``nothing``: it gives no row for each word, so that there is nothing to compare: it raises, or the axes are
others. Forms that give no rows do not count where another form does.
"""

LISTED = {
    "causal-head": {
        "ahead": """
            no-mask one-step-leak mask-transposed blocked-score-zero masked-after-softmax
            softmax-over-columns mask-inverted mask-added no-axis weights-transposed
        """,
        "partly": """
            diagonal-blocked fill-not-low-enough fill-has-wrong-sign blocked-words-set-the-maximum
            renormalised-after-softmax returns-the-scores
        """,
        "behind": """
            mask-times-infinity no-scale divided-by-d-k root-of-d-model multiplied-by-the-root
            keepdims-missing no-maximum-subtracted mean-subtracted query-and-key-swapped
            query-and-key-tables-swapped mixes-words mixes-keys returns-the-weights mask-of-fixed-size
            one-global-maximum not-normalised no-softmax root-of-the-length root-of-d-v root-precedence
            scaled-after-softmax keys-from-w-q queries-from-w-k scores-without-projections mixes-queries
            axis-dropped
        """,
        "nothing": "output-transposed",
    },
    "multi-head": {
        "ahead": """
            split-by-reshape merge-by-reshape no-mask mask-inverted mask-transposed blocked-score-zero
            masked-after-softmax mask-added softmax-over-columns no-axis weights-transposed
        """,
        "partly": """
            minus-infinity-after-softmax fill-not-low-enough fill-has-wrong-sign
            blocked-words-set-the-maximum renormalised-after-softmax softmax-over-heads
        """,
        "behind": """
            heads-in-reverse heads-interleaved columns-interleaved heads-cut-in-reverse one-head
            words-cut-before-projecting no-w-o w-o-transposed tables-transposed keys-from-w-q
            values-from-w-k words-not-projected mixes-words no-scale root-of-d-model divided-by-d-k
            multiplied-by-the-root root-of-the-heads root-of-the-length root-precedence scaled-after-softmax
            tilde-on-whole-numbers mask-as-index mask-times-infinity
            softmax-over-the-batch no-maximum-subtracted one-global-maximum not-normalised no-softmax
            query-and-key-swapped mixes-keys mixes-queries
        """,
        "nothing": """
            heads-look-at-heads keepdims-missing returns-the-weights heads-not-joined axis-dropped
        """,
    },
    "attention": {
        "ahead": """
            softmax-over-columns no-axis allowed-inverted no-mask blocked-score-zero masked-after-softmax
            mask-added weights-transposed
        """,
        "partly": "fill-not-low-enough blocked-words-set-the-maximum renormalised-after-softmax",
        "behind": """
            no-validation batch-axes-not-checked empty-width-not-checked empty-source-not-checked
            size-of-one-repeated nan-for-an-empty-row silent-uniform-row silent-zero-row
            some-empty-rows-overlooked keys-checked-instead-of-queries other-exception error-not-raised
            no-scale multiplied-by-the-root divided-by-d-k scaled-after-softmax root-of-the-length
            root-of-d-v root-precedence all-axes-reversed query-and-key-swapped dot-on-a-batch
            one-number-of-axes-only axis-counted-from-the-left keepdims-missing tilde-on-whole-numbers
            mask-as-index mask-times-infinity no-maximum-subtracted one-global-maximum not-normalised
            no-softmax returns-the-weights results-in-the-wrong-order scores-instead-of-weights mixes-keys
            axis-dropped
        """,
        "nothing": "returns-only-the-output",
    },
    "masked-softmax": {
        "ahead": """
            mask-inverted no-mask mask-transposed blocked-score-zero mask-added masked-after-softmax
            minus-infinity-after-softmax softmax-over-columns no-axis logarithm-returned
        """,
        "partly": """
            fill-not-low-enough fill-has-wrong-sign score-times-infinity blocked-words-set-the-maximum
            renormalised-after-softmax no-softmax
        """,
        "behind": """
            tilde-on-whole-numbers mask-as-index finite-fill mask-times-infinity keepdims-missing
            no-maximum-subtracted scores-cut-off one-global-maximum not-normalised
            minus-infinity-into-whole-numbers cut-to-whole-numbers axis-dropped changed-in-place
        """,
        "nothing": "nothing-returned",
    },
    "visible-softmax": {
        "ahead": """
            visible-inverted no-mask blocked-score-zero mask-added masked-after-softmax softmax-over-columns
            no-axis
        """,
        "partly": "fill-not-low-enough blocked-words-set-the-maximum renormalised-after-softmax",
        "behind": """
            nan-for-a-padded-query padded-query-not-zeroed raises-for-a-padded-query query-valid-inverted
            query-valid-on-the-keys padded-rows-removed no-error-for-a-real-query silent-uniform-row
            silent-zero-row other-exception error-not-raised mask-times-infinity keepdims-missing
            no-maximum-subtracted one-global-maximum not-normalised axis-dropped changed-in-place
        """,
        "nothing": "nothing-returned",
    },
    "cross-attention": {
        "ahead": """
            both-sequences-looked-at pad-inverted no-mask padding-on-the-queries blocked-score-zero
            masked-after-softmax mask-added no-axis weights-transposed
        """,
        "partly": """
            fill-not-low-enough blocked-words-set-the-maximum renormalised-after-softmax softmax-over-columns
        """,
        "behind": """
            queries-from-the-source keys-and-values-from-the-target sequences-swapped keys-from-the-target
            values-from-the-target causal-mask-used tilde-on-whole-numbers mask-as-index
            nan-for-nothing-but-padding silent-uniform-row silent-zero-row other-exception error-not-raised
            no-scale divided-by-d-k root-of-d-model multiplied-by-the-root scaled-after-softmax
            root-of-the-length root-of-d-v root-precedence padded-words-zeroed mask-times-infinity
            keepdims-missing no-maximum-subtracted one-global-maximum not-normalised
            no-softmax query-and-key-swapped query-and-key-tables-swapped keys-from-w-q queries-from-w-k
            mixes-words mixes-keys returns-the-weights axis-dropped
        """,
        "nothing": "raises-for-any-padding",
    },
}
