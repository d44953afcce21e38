"""What a casebook is found by, and its long paper: made of its headnotes, made anew where an erasure changed one."""

from django.utils import timezone, translation
from django.utils.module_loading import import_string
from django_tasks import task

from federation.models import CasebookPaper, HeadnoteIndex, HeadnoteVersion
from federation.queries.casebook import published, stamp_of
from federation.queries.casebook_search import found_by
from tournaments.models import Federation, Tournament

# So many headnotes are laid out while somebody waits; more by a worker, after each publication.
AT_ONCE = 150
LANGUAGES = ("it", "en")
# Stands above the actions, with what lays papers out.
MAKER = "federation.exports.casebook.casebook_pdf"


def index_headnote(version: HeadnoteVersion) -> None:
    """Let the headnote be found by its last version; one that was withdrawn by nothing."""
    HeadnoteIndex.objects.filter(headnote=version.headnote_id).delete()
    if version.is_published:
        rows = (
            HeadnoteIndex(headnote_id=version.headnote_id, kind=kind, value=value)
            for kind, value in sorted(found_by(version))
        )
        HeadnoteIndex.objects.bulk_create(rows, batch_size=500)


def renew_casebook(tournament: Tournament) -> None:
    """After an erasure in the tournament: the index of its headnotes, and no paper of before."""
    for version in published(tournament.federation).filter(headnote__tournament=tournament):
        index_headnote(version)
    if CasebookPaper.objects.filter(federation=tournament.federation_id).delete()[0]:
        make_papers_where_long(tournament.federation)


def make_papers_where_long(federation: Federation) -> None:
    """Have a worker lay the casebook out, where that takes longer than anybody waits."""
    if published(federation).count() > AT_ONCE:
        make_papers.enqueue(federation.pk)


@task()
def make_papers(pk: int) -> None:
    """The casebook in both languages; nothing where it is laid out as it stands."""
    federation = Federation.objects.get(pk=pk)
    stamp = stamp_of(federation)
    for language in LANGUAGES:
        if CasebookPaper.objects.filter(federation=federation, language=language, stamp=stamp).exists():
            continue
        with translation.override(language):
            now = timezone.now()
            content = import_string(MAKER)(federation, now)
        if stamp_of(federation) != stamp:
            return  # whoever changed it has asked for another
        made = {"stamp": stamp, "content": content, "made_at": now}
        CasebookPaper.objects.update_or_create(federation=federation, language=language, defaults=made)
