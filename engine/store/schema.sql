-- Citeside's index: one file. Words as in the product's design; one meaning per name.
-- Schema version is PRAGMA user_version. Vectors are created beside this by migrate.py, since their width
-- belongs to the embedding model.

CREATE TABLE setting (
    key   TEXT PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;

-- A watched folder. identity: device and inode, to tell an unplugged drive from an emptied folder.
-- held_…: since when, and for which identity, the removal of how many vanished files waits for a second look.
CREATE TABLE root (
    id            INTEGER PRIMARY KEY,
    path          TEXT NOT NULL UNIQUE,
    label         TEXT NOT NULL,
    product       TEXT NOT NULL DEFAULT '',
    version       TEXT NOT NULL DEFAULT '',
    version_regex TEXT NOT NULL DEFAULT '',
    audience      TEXT NOT NULL DEFAULT '',
    state         TEXT NOT NULL DEFAULT 'online',
    identity      TEXT NOT NULL DEFAULT '',
    synced_at     REAL,
    held_since    REAL,
    held_identity TEXT NOT NULL DEFAULT '',
    held_files    INTEGER NOT NULL DEFAULT 0
);

-- One line per file ever seen below a root: what the next scan compares with, and what a person reads.
CREATE TABLE ledger (
    root_id        INTEGER NOT NULL REFERENCES root(id) ON DELETE CASCADE,
    path           TEXT NOT NULL,
    size           INTEGER NOT NULL DEFAULT -1,
    modified_ns    INTEGER NOT NULL DEFAULT -1,
    revision       TEXT NOT NULL DEFAULT '',
    state          TEXT NOT NULL,
    problem_code   TEXT NOT NULL DEFAULT '',
    problem_detail TEXT NOT NULL DEFAULT '',
    tries          INTEGER NOT NULL DEFAULT 0,
    updated_at     REAL NOT NULL,
    changed_ns     INTEGER NOT NULL DEFAULT 0,
    inode          INTEGER NOT NULL DEFAULT 0,
    reader         TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (root_id, path)
) WITHOUT ROWID;
CREATE INDEX ledger_revision ON ledger(root_id, revision);

-- text: the document in Markdown; sections and chunks are slices of it. It stands last so that reading the other
-- columns does not touch its pages.
CREATE TABLE document (
    id             INTEGER PRIMARY KEY,
    root_id        INTEGER NOT NULL REFERENCES root(id) ON DELETE CASCADE,
    path           TEXT NOT NULL,
    title          TEXT NOT NULL,
    media_type     TEXT NOT NULL,
    revision       TEXT NOT NULL,
    size           INTEGER NOT NULL,
    modified_ns    INTEGER NOT NULL,
    product        TEXT NOT NULL,
    version_raw    TEXT NOT NULL,
    version_low    TEXT NOT NULL,
    version_high   TEXT NOT NULL,
    doc_type       TEXT NOT NULL,
    locale         TEXT NOT NULL,
    audience       TEXT NOT NULL,
    effective_date TEXT NOT NULL,
    deprecated_at  TEXT NOT NULL,
    superseded_by  TEXT NOT NULL,
    canonical      TEXT NOT NULL,
    ingested_at    REAL NOT NULL,
    state          TEXT NOT NULL,
    problem_code   TEXT NOT NULL,
    problem_detail TEXT NOT NULL,
    found          TEXT NOT NULL,
    text           TEXT NOT NULL,
    UNIQUE (root_id, path)
);
CREATE INDEX document_revision ON document(revision);

-- Everything a scope can filter by, folded into one number: chunks of one class are in or out of scope together,
-- so both searches filter by a short list of ids before any top-k.
CREATE TABLE scope_class (
    id           INTEGER PRIMARY KEY,
    root_id      INTEGER NOT NULL REFERENCES root(id) ON DELETE CASCADE,
    product      TEXT NOT NULL,
    version_raw  TEXT NOT NULL,
    version_low  TEXT NOT NULL,
    version_high TEXT NOT NULL,
    audience     TEXT NOT NULL,
    locale       TEXT NOT NULL,
    deprecated   INTEGER NOT NULL,
    UNIQUE (root_id, product, version_raw, audience, locale, deprecated)
);

CREATE TABLE section (
    id           INTEGER PRIMARY KEY,
    document_id  INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL,
    level        INTEGER NOT NULL,
    heading      TEXT NOT NULL,
    heading_path TEXT NOT NULL,
    anchor       TEXT NOT NULL,
    span_start   INTEGER NOT NULL,
    span_end     INTEGER NOT NULL,
    line         INTEGER NOT NULL,
    pages        TEXT NOT NULL,
    deprecated   TEXT NOT NULL
);
CREATE INDEX section_document ON section(document_id, ordinal);

-- id: 63 bits of a hash over root, path, heading path and text. The columns heading … scope_term feed chunk_fts;
-- heading, a line break and body are what the embedder sees, and embed_hash is their key.
-- is_embedded: 0 waits for its vector, 1 has it, 2 the embedder had none for it.
CREATE TABLE chunk (
    id             INTEGER PRIMARY KEY,
    document_id    INTEGER NOT NULL REFERENCES document(id) ON DELETE CASCADE,
    section_id     INTEGER NOT NULL REFERENCES section(id) ON DELETE CASCADE,
    scope_class_id INTEGER NOT NULL REFERENCES scope_class(id),
    ordinal        INTEGER NOT NULL,
    kind           TEXT NOT NULL,
    label          TEXT NOT NULL,
    span_start     INTEGER NOT NULL,
    span_end       INTEGER NOT NULL,
    pages          TEXT NOT NULL,
    rects          TEXT NOT NULL,
    header_text    TEXT NOT NULL,
    embed_hash     BLOB NOT NULL,
    is_embedded    INTEGER NOT NULL DEFAULT 0,
    heading        TEXT NOT NULL,
    body           TEXT NOT NULL,
    row_sentences  TEXT NOT NULL,
    identifiers    TEXT NOT NULL,
    cjk            TEXT NOT NULL,
    scope_term     TEXT NOT NULL,
    places         TEXT NOT NULL DEFAULT '[]'
);
CREATE INDEX chunk_document ON chunk(document_id);
CREATE INDEX chunk_section ON chunk(section_id, ordinal);
CREATE INDEX chunk_class ON chunk(scope_class_id);
CREATE INDEX chunk_embed_hash ON chunk(embed_hash, is_embedded);
CREATE INDEX chunk_waiting ON chunk(document_id) WHERE is_embedded = 0;

-- External content: the words live in chunk, and whoever writes a chunk writes this too (documents.py). scope_term is an indexed term of weight 0 that carries the scope.
CREATE VIRTUAL TABLE chunk_fts USING fts5(
    heading, body, row_sentences, identifiers, cjk, scope_term,
    content = 'chunk', content_rowid = 'id',
    tokenize = 'porter unicode61 remove_diacritics 2'
);
-- Exact values: error codes, flags, keys, in their exact case and folded.
CREATE TABLE identifier (
    folded   TEXT NOT NULL,
    exact    TEXT NOT NULL,
    chunk_id INTEGER NOT NULL REFERENCES chunk(id) ON DELETE CASCADE,
    PRIMARY KEY (folded, exact, chunk_id)
) WITHOUT ROWID;
CREATE INDEX identifier_chunk ON identifier(chunk_id);

-- Vectors of texts that left the index a short while ago: files that come back need no embedding.
CREATE TABLE spare_vector (
    embed_hash BLOB PRIMARY KEY,
    embedding  BLOB NOT NULL,
    left_at    REAL NOT NULL
) WITHOUT ROWID;
CREATE INDEX spare_vector_left ON spare_vector(left_at);

-- Every answer and search with its trace; is_saved marks what a person kept, approved_at what a person vouches for.
CREATE TABLE answer (
    id         TEXT PRIMARY KEY,
    created_at REAL NOT NULL,
    question   TEXT NOT NULL,
    state      TEXT NOT NULL,
    trace      TEXT NOT NULL,
    is_saved   INTEGER NOT NULL DEFAULT 0,
    is_stale   INTEGER NOT NULL DEFAULT 0,
    text       TEXT NOT NULL DEFAULT '',
    product    TEXT NOT NULL DEFAULT '',
    version    TEXT NOT NULL DEFAULT '',
    approved_at REAL,
    expires_at REAL
) WITHOUT ROWID;
CREATE INDEX answer_created ON answer(created_at);

CREATE TABLE answer_citation (
    answer_id  TEXT NOT NULL REFERENCES answer(id) ON DELETE CASCADE,
    root_id    INTEGER NOT NULL REFERENCES root(id) ON DELETE CASCADE,
    path       TEXT NOT NULL,
    revision   TEXT NOT NULL,
    span_start INTEGER NOT NULL,
    span_end   INTEGER NOT NULL,
    quote      TEXT NOT NULL DEFAULT '',
    heading    TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (answer_id, root_id, path, span_start)
) WITHOUT ROWID;
CREATE INDEX answer_citation_path ON answer_citation(root_id, path);

CREATE TABLE feedback (
    id         INTEGER PRIMARY KEY,
    answer_id  TEXT NOT NULL REFERENCES answer(id) ON DELETE CASCADE,
    created_at REAL NOT NULL,
    kind       TEXT NOT NULL,
    text       TEXT NOT NULL
);
CREATE INDEX feedback_answer ON feedback(answer_id);
