"""Quantiles of all rows at once are numpy's of each, to the last digit."""

import warnings

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from analysis.anomaly.ranks import Ranked, median
from analysis.daily import Floats

FIGURES = st.one_of(st.just(np.nan), st.just(np.inf), st.floats(0, 1e9))
ROWS = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=40), elements=FIGURES)


@given(ROWS, st.floats(0, 1))
def test_any_rows_have_numpys_median_and_quantiles(rows: Floats, share: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a row without figures, or with endless ones
        ranked = Ranked(rows)
        np.testing.assert_array_equal(ranked.median(), np.nanmedian(rows, axis=1))
        np.testing.assert_array_equal(ranked.quantile(share), np.nanquantile(rows, share, axis=1))


def test_rows_without_figures_have_none() -> None:
    for ranked in (Ranked(np.full((2, 3), np.nan)), Ranked(np.empty((2, 0)))):
        assert np.isnan(ranked.median()).all() and np.isnan(ranked.quantile(0.95)).all()


@given(ROWS, st.integers(0, 1))
def test_a_median_along_any_axis_is_numpys(rows: Floats, axis: int) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        np.testing.assert_array_equal(median(rows, axis), np.median(rows, axis=axis))
        assert np.isnan(median(np.empty((3, 0)), 1)).tolist() == [True] * 3
