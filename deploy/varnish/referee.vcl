vcl 4.1;

# A shared cache between the phones and the web nodes (docs/decisions/0049-a-cache-in-front.md). It keeps only what the application says that it
# may (s-maxage, from SHARED_CACHE_SECONDS) and static files; everything else goes through as it came.
# TLS ends before it, on this machine: Caddy with `reverse_proxy 127.0.0.1:6081`.

import directors;

# One for each web node, and a line for it below.
backend web {
    .host = "127.0.0.1";
    .port = "8000";
    .first_byte_timeout = 60s;
    .probe = { .url = "/readyz"; .interval = 5s; .timeout = 3s; .window = 3; .threshold = 2; .initial = 2; }
}

sub vcl_init {
    new nodes = directors.round_robin();
    nodes.add_backend(web);
}

# Whose X-Forwarded-… is believed: the one who ends TLS.
acl front {
    "127.0.0.1";
    "::1";
}

sub vcl_recv {
    set req.backend_hint = nodes.backend();

    # Varnish has added the address of whoever called it. Behind our front that is the front: the visitor is before.
    if (client.ip ~ front) {
        set req.http.X-Forwarded-For = regsub(req.http.X-Forwarded-For, ",[^,]*$", "");
    } else {
        set req.http.X-Forwarded-For = client.ip;
        unset req.http.X-Forwarded-Proto;
    }
    # What fails is for those who balance: the front asks through us whether anybody can serve.
    if (req.url == "/readyz" && client.ip !~ front) {
        return (synth(404));
    }

    if (req.method != "GET" && req.method != "HEAD") {
        return (pass);
    }
    if (req.url ~ "^/static/") {
        unset req.http.Cookie;
        unset req.http.Accept-Language;
        return (hash);
    }
    # Somebody's own pages: a session, or a message waiting (pages/caches.py has the same names).
    if (req.http.Authorization || req.http.Cookie ~ "(^|;\s*)(__Host-)?(sessionid|messages)=") {
        return (pass);
    }
    # The pages that are the same for everybody, before the question mark; a form's page is none, it needs its cookie.
    if (req.url !~ "^/((tornei/[^/?]+/(turni/[0-9]+/(abbinamento/([0-9]+\.json)?)?|classifica/([0-9]+/((righe|nomi)\.json|coppie/[0-9]+/)?)?|coppie/[0-9]+/|posto/|regole/|calendario/|smazzate/([0-9]+/)?|premi/|provvedimenti/[0-9]+/cifre/|tornate/|turni\.ics|pubblicazioni\.atom)?)|(api/v1/tournaments(/[^/?]+(/(entries|rounds/[0-9]+|standings/[0-9]+))?)?)|(api/v1/federations/[^/?]+/casebook(/[0-9]+/[0-9]+)?)|(federazioni/[^/?]+/massimario/(massimario\.(atom|pdf)|[^/?]+/[0-9]+\.atom|[0-9]+-[0-9]+/(versioni/[0-9]+/)?)?)|(codice/[^/?]+/(articoli/[0-9]+/|anomalie/[^/?]+/)?))?(\?|$)") {
        return (pass);
    }
    call two_languages;
    if (req.http.HX-Request != "true") {
        unset req.http.HX-Request;
    }
    return (hash);
}

# Of the thousands of Accept-Language that browsers send two remain, and a language chosen by hand comes first;
# then no cookie is left. Accept-Encoding is Varnish's own affair: it keeps one packed copy.
sub two_languages {
    if (req.http.Cookie ~ "(^|;\s*)(__Host-)?django_language=en(;|$)") {
        set req.http.Accept-Language = "en";
    } else if (req.http.Cookie ~ "(^|;\s*)(__Host-)?django_language=it(;|$)") {
        set req.http.Accept-Language = "it";
    } else if (req.http.Accept-Language ~ "(?i)^(?!.*\bit\b.*\ben\b).*\ben\b") {
        set req.http.Accept-Language = "en";
    } else {
        set req.http.Accept-Language = "it";
    }
    unset req.http.Cookie;
}

sub vcl_hash {
    # The pages name their own address, whose scheme the front writes.
    hash_data(req.http.X-Forwarded-Proto);
}

sub vcl_backend_response {
    if (beresp.http.Set-Cookie || beresp.http.Cache-Control !~ "s-maxage|immutable") {
        # Everybody's request for it goes through by itself, none waits for another's answer.
        set beresp.uncacheable = true;
        set beresp.ttl = 1s;
        return (deliver);
    }
    # Fresh for s-maxage; stale-while-revalidate is Varnish's grace. Kept on to ask by its ETag: a 304 costs little.
    set beresp.keep = 10m;
}

sub vcl_deliver {
    # The number is that of the request which made the page.
    if (obj.hits > 0) {
        unset resp.http.X-Request-ID;
    }
    unset resp.http.Via;
    unset resp.http.X-Varnish;
}
