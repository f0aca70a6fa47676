"""The transport legs of the carbon inventory: every route with its distance, load and emissions."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from source.figures import SCOPE3, YEARS

GRAMS_A_TKM = {"Truck": 68, "Truck, wood": 95, "Truck, HVO": 14, "Rail": 18, "Ship": 11, "Barge": 29}
"""Emissions a tonne-kilometre; trucks for wood return empty, which is included."""

_DISTRICTS = (
    *(
        "Aldermoor",
        "Birkhall",
        "Brackenrig",
        "Calder Edge",
        "Carrick Wood",
        "Corran Side",
        "Dunlathe",
        "Eskmere",
    ),
    *(
        "Fallow Hill",
        "Fearnoch",
        "Garth Beck",
        "Glen Ardle",
        "Hartsyke",
        "Hollin Clough",
        "Inverlea",
        "Keldside",
    ),
    *(
        "Kirkbrae",
        "Langmere",
        "Larch Knowe",
        "Lorn Water",
        "Mossdale",
        "Netherby Moor",
        "Orrmouth",
        "Pitcarn Edge",
    ),
    *(
        "Quarrel Burn",
        "Ravensgill",
        "Sallach",
        "Strath Orr",
        "Thorny Thwaite",
        "Ullock",
        "Wether Law",
        "Yarrow Top",
    ),
)
_PULP_PORTS = (
    *(
        ("Porto Alvim", 9640, 52),
        ("Santa Neves", 9980, 61),
        ("Caleta Brava", 12450, 38),
        ("Hammarvik", 1180, 9),
    ),
    *(("Kuivasaari", 1620, 12), ("Osterby", 940, 7), ("Punta Larga", 11870, 44), ("Nordholm", 1310, 14)),
)
_CHEMICAL_WORKS = (
    *(("Carbonate, Redcliff", 412, 42), ("Starch, Emmerlo", 940, 14), ("Latex, Brunsdorf", 980, 3)),
    *(("Kaolin, St. Petrick", 760, 17), ("Peroxide, Teeswick", 318, 5), ("Chlorate, Sundfors", 1240, 4)),
    *(("Lime, Whitlaw", 196, 6), ("Alum, Grangeby", 385, 3)),
)
_CUSTOMERS = (
    *(
        ("Aresund", 1673, "Ship"),
        ("Bellmont", 454, "Truck"),
        ("Brunsdorf", 1059, "Rail"),
        ("Camberley Quay", 599, "Truck"),
    ),
    *(
        ("Dornwijk", 889, "Ship"),
        ("Eastholm", 352, "Truck, HVO"),
        ("Emmerlo", 840, "Truck"),
        ("Fossano Alto", 1977, "Rail"),
    ),
    *(
        ("Granvelle", 1310, "Truck"),
        ("Hagenau West", 1188, "Rail"),
        ("Illmünster", 1147, "Truck"),
        ("Juniper Cross", 314, "Truck"),
    ),
    *(
        ("Kolvenburg", 989, "Barge"),
        ("Lisvane", 400, "Truck, HVO"),
        ("Marisol Puerto", 2785, "Ship"),
        ("Nieuwkerk", 858, "Truck"),
    ),
    *(
        ("Osterby", 1100, "Ship"),
        ("Pontarly", 1416, "Truck"),
        ("Quimbray", 1018, "Truck"),
        ("Rosdorf", 1246, "Rail"),
    ),
    *(
        ("Sandvika Øst", 1474, "Ship"),
        ("Trenning", 532, "Truck"),
        ("Uxmoor", 276, "Truck"),
        ("Villarosa", 2352, "Truck"),
    ),
)
_MILLS = ("Orrin", "Saltby", "Tarn Vale")


@dataclass(frozen=True, slots=True)
class Leg:
    """One route in one year."""

    category: int
    origin: str
    destination: str
    goods: str
    mode: str
    km: int
    load_t: int

    @property
    def tco2e(self) -> int:
        """Emissions, rounded to tonnes as in the table."""
        return round(self.km * self.load_t * GRAMS_A_TKM[self.mode] / 1e6)


def transport_legs() -> tuple[Leg, ...]:
    """Return all legs, their loads such that each kind of route has its share of its category."""
    wood = [
        Leg(
            4,
            district,
            _MILLS[(number + turn) % 3],
            "Wood",
            "Truck, wood",
            km=21 + (number * 37 + turn * 24) % 68,
            load_t=60 + (number * 29 + turn * 41) % 83,
        )
        for number, district in enumerate(_DISTRICTS)
        for turn in range(2)
    ]
    pulp = [Leg(4, port, "Harbour", "Pulp", "Ship", km, load) for port, km, load in _PULP_PORTS]
    onward = [
        Leg(4, "Harbour", mill, "Pulp", mode, km, load)
        for mill, mode, km, load in (
            *(("Orrin", "Truck", 164, 45), ("Saltby", "Rail", 58, 70), ("Tarn Vale", "Truck", 203, 30)),
            *(("Kessock", "Truck", 231, 12), ("Orrin", "Truck, HVO", 164, 15)),
        )
    ]
    chemicals = [
        Leg(4, works, mill, "Chemicals", "Rail" if km > 1000 else "Truck", km + 43 * number, load)
        for works, km, load in _CHEMICAL_WORKS
        for number, mill in enumerate(_MILLS)
    ]
    paper = [
        Leg(9, mill, city, "Paper", mode, km + 61 * number, 40 + (km + number * 53) % 47)
        for city, km, mode in _CUSTOMERS
        for number, mill in enumerate(_MILLS)
    ]
    shares = ((wood, 12_780), (pulp, 24_800), (onward, 3_400), (chemicals, 12_000), (paper, 42_200))
    return tuple(leg for legs, tco2e in shares for leg in _scaled(legs, tco2e))


def other_legs(category: int) -> int:
    """Return the emissions of routes too small to be listed: what the listed ones leave of the category."""
    listed = sum(leg.tco2e for leg in transport_legs() if leg.category == category)
    return SCOPE3[category].tco2e[YEARS[-1]] - listed


def _scaled(legs: Sequence[Leg], tco2e: int) -> Iterator[Leg]:
    """Turn relative loads into tonnes, rounded to ten, that cause about the given emissions."""
    weight = sum(leg.km * leg.load_t * GRAMS_A_TKM[leg.mode] for leg in legs)
    for leg in legs:
        load = round(leg.load_t * tco2e * 1e6 / weight, -1)
        yield Leg(leg.category, leg.origin, leg.destination, leg.goods, leg.mode, leg.km, int(load))
