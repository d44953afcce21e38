"""The packages that the demo's federation received: one homologated, one sent back, one that waits."""

from federation.demo.people import Officers
from federation.demo.plan import HOMOLOGATED, RETURNED, WAITING
from federation.demo.words import HOMOLOGATED_BECAUSE, REMARK
from federation.inbox.actions import Checked, add_remark, check, homologate, opened, receive, send_back
from federation.keys.actions import add_key, own_key
from federation.packages.exports import package
from federation.packages.models import ReceivedPackage
from federation.packages.queries import open_points
from tournaments.setup.models import Tournament

WAY = ReceivedPackage.Way


def fill_inbox(officers: Officers) -> None:
    """The keys first: packages of this very installation come from one that the federation knows."""
    by, federation = officers.clock.by(officers.secretary), officers.federation
    add_key(by=by, federation=federation, name="Questo computer (dimostrazione)", public=own_key().public)
    homologated = _receive(officers, HOMOLOGATED)
    _check(officers, homologated)
    homologated.refresh_from_db()
    why = HOMOLOGATED_BECAUSE if homologated.points else ""
    homologate(by=officers.clock.by(officers.secretary, minutes=20), package=homologated, reason=why)
    returned = _receive(officers, RETURNED)
    _check(officers, returned)
    add_remark(by=officers.clock.by(officers.secretary), package=returned, text=REMARK)
    send_back(by=officers.clock.by(officers.secretary, minutes=9), package=returned)
    _receive(officers, WAITING)


def _receive(officers: Officers, slug: str) -> ReceivedPackage:
    content = opened(package(Tournament.objects.get(slug=slug), officers.clock.at))
    by = officers.clock.by(officers.secretary)
    return receive(by=by, federation=officers.federation, content=content, way=WAY.UPLOAD)


def _check(officers: Officers, received: ReceivedPackage) -> None:
    by = officers.clock.by(officers.secretary, minutes=3)
    check(by=by, package=received, found=Checked(open_points(received)))
