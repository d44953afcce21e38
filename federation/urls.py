"""Addresses of the federation: Italian paths, because people read them."""

from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.urls import path

from federation.api import views as tokens
from federation.api.app import api, contract
from federation.archive import views as archive
from federation.archive_exports import views as archive_exports
from federation.casebook import headnote_views as headnotes
from federation.casebook import views as casebook
from federation.consistency import views as consistency
from federation.drafts import views as drafts
from federation.home import views as federation
from federation.inbox import desk_views
from federation.inbox import views as inbox
from federation.packages import views as keys
from federation.received import views as received
from federation.roster import views as roster
from federation.seasons import public_views as public_seasons
from federation.seasons import views as seasons
from federation.second_instance import views as second
from federation.webhooks import views as webhooks

FEDERATION = "federazioni/<slug:code>/"
PACKAGES = FEDERATION + "pacchetti/"
ONE = PACKAGES + "<number:pk>/"
KEYS = FEDERATION + "chiavi/"
ARCHIVE = FEDERATION + "archivio/"
HEADNOTES = FEDERATION + "massime/"
DRAFT = HEADNOTES + "<number:pk>/"
CASEBOOK = FEDERATION + "massimario/"
HEADNOTE = CASEBOOK + "<number:year>-<number:number>/"
WEBHOOKS = FEDERATION + "avvisi/"
CONSISTENCY = ARCHIVE + "coerenza/"
ARBITERS = CONSISTENCY + "arbitri/"
DRAFTS = ARCHIVE + "bozze/"
SEASON = FEDERATION + "stagioni/<slug:season>/"
PUBLIC_SEASON = FEDERATION + "classifiche/<slug:season>/"
PUBLISHED = PUBLIC_SEASON + "<number:number>/"
SECOND = FEDERATION + "giudice/"
CASE = SECOND + "<number:number>/"
MEMBERS = FEDERATION + "tesserati/"


def _with_head(answers: Any) -> Any:
    """What is read by GET is asked for by HEAD too; the server leaves the content out."""

    @wraps(answers)
    def view(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        asked = request.method
        request.method = "GET" if asked == "HEAD" else asked
        try:
            return answers(request, *args, **kwargs)
        finally:
            request.method = asked

    return view


def without_door(urls: Any) -> Any:
    """The API's addresses: whoever asks shows a token, or reads what everybody may."""
    patterns, *names = urls
    # Its root says nothing.
    operations = [operation for operation in patterns if operation.name != "api-root"]
    for operation in operations:
        operation.callback = _with_head(operation.callback)
        operation.callback.login_required = False
    return (operations, *names)


urlpatterns = [
    path(FEDERATION, federation.federation_home, name="federation"),
    path(FEDERATION + "incarichi/", federation.offices, name="offices"),
    path(FEDERATION + "incarichi/<number:pk>/togli/", federation.end, name="end_office"),
    path(ARCHIVE, archive.archive, name="archive"),
    path(ARCHIVE + "atom/", archive_exports.archive_atom, name="archive_atom"),
    path(ARCHIVE + "feed/<str:token>/", archive_exports.archive_feed, name="archive_feed"),
    path(ARCHIVE + "chiave/", archive_exports.make_key, name="make_feed_key"),
    path(ARCHIVE + "chiave/ritira/", archive_exports.revoke_key, name="revoke_feed_key"),
    path(ARCHIVE + "esporta/", archive_exports.export_archive, name="archive_export"),
    path(ARCHIVE + "esporta/file/", archive_exports.exported, name="archive_file"),
    path(ARCHIVE + "atti/<slug:source>/", archive.archived, name="archived"),
    # The casebook, for its officers and for everybody
    path(HEADNOTES, headnotes.headnotes, name="headnotes"),
    path(HEADNOTES + "nuova/<slug:source>/", headnotes.new_headnote, name="new_headnote"),
    path(DRAFT, headnotes.draft, name="headnote_draft"),
    path(DRAFT + "modifica/", headnotes.edit_headnote, name="edit_headnote"),
    path(DRAFT + "pubblica/", headnotes.publish, name="publish_headnote"),
    path(DRAFT + "ritira/", headnotes.withdraw, name="withdraw_headnote"),
    path(DRAFT + "scarta/", headnotes.discard, name="discard_headnote"),
    path(CASEBOOK, casebook.casebook, name="casebook"),
    path(CASEBOOK + "massimario.atom", casebook.casebook_feed, name="casebook_feed"),
    path(CASEBOOK + "massimario.pdf", casebook.export_casebook, name="export_casebook"),
    path(CASEBOOK + "<slug:rulebook>/<number:number>.atom", casebook.article_feed, name="casebook_article_feed"),
    path(HEADNOTE, casebook.headnote, name="public_headnote"),
    path(HEADNOTE + "versioni/<number:version>/", casebook.headnote, name="public_headnote_version"),
    path(CONSISTENCY, consistency.consistency, name="consistency"),
    path(CONSISTENCY + "coerenza.xlsx", consistency.consistency_file, {"kind": "xlsx"}, name="export_consistency_xlsx"),
    path(CONSISTENCY + "coerenza.pdf", consistency.consistency_file, {"kind": "pdf"}, name="export_consistency_pdf"),
    path(ARBITERS, consistency.consistency_arbiters, name="consistency_arbiters"),
    path(
        ARBITERS + "arbitri.xlsx", consistency.consistency_arbiters_file, {"kind": "xlsx"}, name="export_arbiters_xlsx"
    ),
    path(ARBITERS + "arbitri.pdf", consistency.consistency_arbiters_file, {"kind": "pdf"}, name="export_arbiters_pdf"),
    path(DRAFTS, drafts.drafts, name="drafts"),
    path(DRAFTS + "<number:pk>/", drafts.draft, name="draft"),
    path(DRAFTS + "<number:pk>/prova/", drafts.try_draft, name="try_draft"),
    path(DRAFTS + "<number:pk>/togli/", drafts.discard, name="discard_draft"),
    path(DRAFTS + "<number:pk>/bozza.xlsx", drafts.export_draft, name="export_draft"),
    path(FEDERATION + "registro/", federation.federation_log, name="federation_log"),
    path("accesso/mio/chiavi/", tokens.api_tokens, name="api_tokens"),
    path("accesso/mio/chiavi/<number:pk>/revoca/", tokens.revoke, name="revoke_token"),
    path("api/v1/openapi.json", contract, name="api_contract"),
    path("api/v1/", without_door(api.urls)),
    # The inbox
    path(PACKAGES, inbox.packages, name="packages"),
    path(PACKAGES + "invia/", inbox.send, name="send_package"),
    path(ONE, inbox.package, name="package"),
    path(ONE + "controlla/", inbox.check_package, name="check_package"),
    path(ONE + "rilievo/", inbox.remark, name="remark"),
    path(ONE + "rimanda/", inbox.return_package, name="return_package"),
    path(ONE + "omologa/", inbox.homologate_package, name="homologate"),
    path(ONE + "scegli/", inbox.choose_package, name="choose_package"),
    path(ONE + "cancella/", inbox.erase_from_package, name="erase_packed"),
    path(ONE + "pacchetto.zip", inbox.fetch_package, name="fetch_package"),
    path(ONE + "risposta.json", inbox.fetch_answer, name="fetch_answer"),
    path(ONE + "classifica/", received.packed_standings, name="packed_standings"),
    path(ONE + "provvedimenti/", received.packed_rulings, name="packed_rulings"),
    path(ONE + "provvedimenti/<number:number>/", received.packed_ruling, name="packed_ruling"),
    path(ONE + "persone/", inbox.packed_persons, name="packed_persons"),
    path(ONE + "persone/confronta/", inbox.recognise, name="recognise_persons"),
    path(ONE + "persone/<number:number>/", inbox.choose_packed_person, name="choose_packed_person"),
    path(KEYS, keys.keys, name="keys"),
    path(KEYS + "<number:pk>/revoca/", keys.end_key, name="end_key"),
    path(KEYS + "permessi/", keys.new_upload_token, name="new_upload_token"),
    path(KEYS + "permessi/<number:pk>/revoca/", keys.end_token, name="end_upload_token"),
    path(WEBHOOKS, webhooks.webhooks, name="webhooks"),
    path(WEBHOOKS + "<number:pk>/", webhooks.webhook, name="webhook"),
    path(WEBHOOKS + "<number:pk>/prova/", webhooks.send_trial, name="try_webhook"),
    path(WEBHOOKS + "<number:pk>/segreto/", webhooks.rotate, name="rotate_webhook"),
    path(WEBHOOKS + "<number:pk>/accendi/", webhooks.switch, name="switch_webhook"),
    path(WEBHOOKS + "<number:pk>/<number:number>/rimanda/", webhooks.resend, name="resend_message"),
    # Before the federal judge
    path(SECOND, second.second_instance, name="second_instance"),
    path(SECOND + "nuovo/<slug:source>/", second.file_appeal_to_judge, name="file_second"),
    path(SECOND + "torneo/<slug:slug>/", second.second_of_tournament, name="second_of_tournament"),
    path(
        SECOND + "torneo/<slug:slug>/<str:record>/", second.file_second_of_tournament, name="file_second_of_tournament"
    ),
    path(SECOND + "ricevuto/<number:pk>/", second.second_of_received, name="second_of_received"),
    path(SECOND + "ricevuto/<number:pk>/<str:record>/", second.file_second_of_received, name="file_second_of_received"),
    path(CASE, second.second_appeal, name="second_appeal"),
    path(CASE + "collegio/", second.name_judge, name="name_second_judge"),
    path(CASE + "collegio/<number:pk>/togli/", second.release_judge, name="release_second_judge"),
    path(CASE + "dichiara/", second.note, name="note_second"),
    path(CASE + "ritira/", second.withdraw, name="withdraw_second"),
    path(CASE + "deposito/", second.deposit, name="second_deposit"),
    path(CASE + "decidi/", second.decide, name="decide_second"),
    path(CASE + "decisione.json", second.fetch_decision, name="fetch_decision"),
    # At the desk of the tournament
    path("tornei/<slug:slug>/pacchetto/giudice/<number:number>/", desk_views.take_decision, name="take_decision"),
    path("tornei/<slug:slug>/pacchetto/esegui/<number:pk>/", desk_views.execute, name="carry_out"),
    path("tornei/<slug:slug>/pacchetto/", desk_views.tournament_package, name="tournament_package"),
    path("tornei/<slug:slug>/pacchetto/consegna/", desk_views.deliver_package, name="deliver_package"),
    path("tornei/<slug:slug>/pacchetto/scarica/", desk_views.export_package, name="export_package"),
    # Points and seasons
    path(FEDERATION + "punti/tabelle/", seasons.points_tables, name="points_tables"),
    path(FEDERATION + "punti/tabelle/<slug:edition>/", seasons.points_table, name="points_table"),
    path(FEDERATION + "punti/tornei/", seasons.tournament_classes, name="tournament_classes"),
    path(FEDERATION + "punti/tornei/<slug:slug>/", seasons.tournament_class, name="tournament_class"),
    path(FEDERATION + "punti/ricevuti/<number:pk>/", inbox.received_class, name="received_class"),
    path("tornei/<slug:slug>/direzione/classe/", seasons.proposed_class, name="proposed_class"),
    path(FEDERATION + "stagioni/", seasons.seasons, name="seasons"),
    path(FEDERATION + "stagione-nuova/", seasons.new_season, name="new_season"),
    path(SEASON, seasons.season, name="season"),
    path(SEASON + "regole/", seasons.season_rules, name="season_rules"),
    path(SEASON + "pubblica/", seasons.publish, name="publish_season"),
    path(SEASON + "<number:number>/classifica.pdf", seasons.export_season, {"kind": "pdf"}, name="export_season_pdf"),
    path(
        SEASON + "<number:number>/classifica.xlsx", seasons.export_season, {"kind": "xlsx"}, name="export_season_xlsx"
    ),
    # For everybody
    path(FEDERATION + "classifiche/", public_seasons.season_list, name="public_seasons"),
    path(PUBLIC_SEASON, public_seasons.public_season, name="public_season"),
    path(PUBLISHED, public_seasons.public_season, name="public_season_number"),
    path(PUBLISHED + "giocatori/<number:pk>/", public_seasons.season_player, name="season_player"),
    path(PUBLISHED + "circoli/<number:pk>/", public_seasons.season_club, name="season_club"),
    path(PUBLISHED + "dati.json", public_seasons.season_data, name="season_data"),
    path(FEDERATION + "pubblicazioni.atom", public_seasons.federation_feed, name="federation_feed"),
    path(MEMBERS, roster.members, name="members"),
    path(MEMBERS + "<number:pk>/", roster.member, name="member"),
    path(MEMBERS + "<number:pk>/sospendi/", roster.suspend, name="suspend_member"),
    path(MEMBERS + "sospensioni/<number:pk>/togli/", roster.lift, name="lift_suspension"),
    path(MEMBERS + "doppi/", roster.doubles, name="member_doubles"),
    path(MEMBERS + "albo.csv", roster.export_roster, {"kind": "csv"}, name="export_roster_csv"),
    path(MEMBERS + "albo.xlsx", roster.export_roster, {"kind": "xlsx"}, name="export_roster_xlsx"),
    path(MEMBERS + "modello.csv", roster.roster_model, {"kind": "csv"}, name="roster_template_csv"),
    path(MEMBERS + "modello.xlsx", roster.roster_model, {"kind": "xlsx"}, name="roster_template_xlsx"),
    path(MEMBERS + "importa/", roster.import_roster, name="import_roster"),
    path(MEMBERS + "importa/<number:pk>/", roster.roster_update, name="roster_update"),
    path(MEMBERS + "importa/<number:pk>/lettura/", roster.reread, name="reread_roster"),
    path(MEMBERS + "importa/<number:pk>/scarta/", roster.discard, name="discard_roster"),
]
