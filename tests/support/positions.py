"""Positions that tests of several modules use."""

from __future__ import annotations

SWAP_MATE = (
    "(sssh)(scdz)1(scst)(sck)(ccdh)(ssdh)1(csdz)(sssh)/(tsh)(tc)2(tch)(tcs)1(tcs)(tcs)(tsh)/2(tcss)7/10/3(ccch)6/"
    "3(ccczht)2(Ccs)3/5(Cccsh)4/1(Tcs)8/(Tsh)1(Tc)1(Tc)(Tcs)(Ccsz)(Tcs)(Tcs)(Tsh)/"
    "(Sssh)(Scdz)3(Sc)(Ssdhk)(Ccch)(Csdz)(Sssh) l ccccsssdzzhh 10"
)
"""A position in which Dark wins by b10-c9 and the swap d10>c9:t after a2-a4."""
