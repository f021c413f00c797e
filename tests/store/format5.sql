PRAGMA application_id = 1279347026;
PRAGMA user_version = 5;
BEGIN TRANSACTION;
CREATE TABLE forms (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE) STRICT;
CREATE TABLE inbox (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device TEXT NOT NULL, boot TEXT NOT NULL, seq INTEGER NOT NULL,
            ms INTEGER NOT NULL, at REAL NOT NULL, kind TEXT NOT NULL, zone TEXT NOT NULL, data TEXT NOT NULL,
            match INTEGER REFERENCES matches(id), record INTEGER, outcome TEXT, checksum INTEGER, end_checksum INTEGER,
            UNIQUE (device, boot, seq)
        ) STRICT;
CREATE TABLE journal (
            match INTEGER NOT NULL REFERENCES matches(id), n INTEGER NOT NULL,
            at REAL NOT NULL, who TEXT NOT NULL, why TEXT NOT NULL, record TEXT NOT NULL, checksum INTEGER, cause_checksum INTEGER,
            PRIMARY KEY (match, n)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "journal" VALUES(1,0,1700086400.0,'page','start','{"format":1,"n":0,"kind":"start","events":[{"event":"SeatsOrdered","seats":["Zo\u00e9","Bo","\u05d0\u05d1\u05d9"],"active":"Zo\u00e9","turn":1},{"event":"FramePushed","id":1,"kind":"turn"},{"event":"Asked","frame":1,"prompt":2,"code":"your-turn","args":{"seat":"Zo\u00e9"},"cite":"order-of-play"}]}',897054000,1478062333);
INSERT INTO "journal" VALUES(1,1,1700086400.0,'page','click','{"format":1,"n":1,"kind":"command","command":{"move":"gain","by":"Zo\u00e9","card":"vp-5"},"events":[{"event":"Paid","payer":"bank","payee":"Zo\u00e9","tokens":{"5":1}}],"by":"Zo\u00e9"}',266243350,3497256059);
INSERT INTO "journal" VALUES(1,2,1700086400.0,'page','click','{"format":1,"n":2,"kind":"command","command":{"move":"end-game","by":"Zo\u00e9","option":"line-up"},"events":[{"event":"FramePopped","id":1},{"event":"SeatsOrdered","seats":["Zo\u00e9","Bo","\u05d0\u05d1\u05d9"],"active":null,"turn":1},{"event":"FramePushed","id":3,"kind":"clean-up","data":{"ending":"line-up"}},{"event":"Asked","frame":3,"prompt":4,"code":"clean-up","cite":"end-of-game"}],"unverified":["end-line-up"],"by":"Zo\u00e9"}',986163342,1537268322);
INSERT INTO "journal" VALUES(1,3,1700086400.0,'page','click','{"format":1,"n":3,"kind":"command","command":{"move":"done","prompt":4},"events":[{"event":"FramePopped","id":3},{"event":"FramePushed","id":5,"kind":"sweep"},{"event":"Asked","frame":5,"prompt":6,"code":"sweep","seats":["Zo\u00e9","Bo","\u05d0\u05d1\u05d9"],"cite":"end-of-game"}]}',2256064665,2487143850);
INSERT INTO "journal" VALUES(1,4,1700086400.0,'page','click','{"format":1,"n":4,"kind":"command","command":{"move":"sweep","by":"Zo\u00e9","card":"kick"},"events":[{"event":"Placed","card":"kick#1","zone":"deck.Zo\u00e9","facts":{"cost":3,"vp":1,"types":["super-power"]}}],"by":"Zo\u00e9"}',3503943836,2541199377);
INSERT INTO "journal" VALUES(1,5,1700086400.0,'page','click','{"format":1,"n":5,"kind":"command","command":{"move":"done","by":"Zo\u00e9","prompt":6},"events":[{"event":"Answered","prompt":6,"seat":"Zo\u00e9","answer":{"option":"done"}}],"by":"Zo\u00e9"}',1006874273,1491711961);
INSERT INTO "journal" VALUES(1,6,1700086400.0,'page','click','{"format":1,"n":6,"kind":"command","command":{"move":"sweep","by":"Bo","card":"kick"},"events":[{"event":"Placed","card":"kick#2","zone":"deck.Bo","facts":{"cost":3,"vp":1,"types":["super-power"]}}],"by":"Bo"}',552349159,3543828928);
INSERT INTO "journal" VALUES(1,7,1700086400.0,'page','click','{"format":1,"n":7,"kind":"command","command":{"move":"done","by":"Bo","prompt":6},"events":[{"event":"Answered","prompt":6,"seat":"Bo","answer":{"option":"done"}}],"by":"Bo"}',1923081745,480550408);
INSERT INTO "journal" VALUES(1,8,1700086400.0,'page','click','{"format":1,"n":8,"kind":"command","command":{"move":"sweep","by":"\u05d0\u05d1\u05d9","card":"kick"},"events":[{"event":"Placed","card":"kick#3","zone":"deck.\u05d0\u05d1\u05d9","facts":{"cost":3,"vp":1,"types":["super-power"]}}],"by":"\u05d0\u05d1\u05d9"}',1487374969,3584578230);
INSERT INTO "journal" VALUES(1,9,1700086400.0,'page','click','{"format":1,"n":9,"kind":"command","command":{"move":"done","by":"\u05d0\u05d1\u05d9","prompt":6},"events":[{"event":"Answered","prompt":6,"seat":"\u05d0\u05d1\u05d9","answer":{"option":"done"}},{"event":"FramePopped","id":5},{"event":"Finished","winners":["Zo\u00e9"]}],"by":"\u05d0\u05d1\u05d9"}',980486449,439764350);
INSERT INTO "journal" VALUES(2,0,1700172800.0,'page','start','{"format":1,"n":0,"kind":"start","events":[{"event":"SeatsOrdered","seats":["Bo","Cy"],"active":"Bo","turn":1},{"event":"FramePushed","id":1,"kind":"turn"},{"event":"Asked","frame":1,"prompt":2,"code":"your-turn","args":{"seat":"Bo"},"cite":"order-of-play"}]}',83285039,4180759065);
INSERT INTO "journal" VALUES(3,0,1700259200.0,'page','start','{"format":1,"n":0,"kind":"start","events":[{"event":"SeatsOrdered","seats":["Cy","Zo\u00e9","Bo"],"active":"Cy","turn":1},{"event":"FramePushed","id":1,"kind":"turn"},{"event":"Asked","frame":1,"prompt":2,"code":"your-turn","args":{"seat":"Cy"},"cite":"order-of-play"}]}',1134286058,2959928304);
INSERT INTO "journal" VALUES(3,1,1700259200.0,'page','click','{"format":1,"n":1,"kind":"command","command":{"move":"gain","by":"Bo","card":"vp-5"},"events":[{"event":"Paid","payer":"bank","payee":"Bo","tokens":{"5":1}}],"by":"Bo"}',273128512,939949942);
CREATE TABLE lengths (
            match INTEGER NOT NULL PRIMARY KEY REFERENCES matches(id), records INTEGER NOT NULL, checksum INTEGER
        ) STRICT, WITHOUT ROWID;
INSERT INTO "lengths" VALUES(1,10,2990944398);
INSERT INTO "lengths" VALUES(2,1,3617195174);
INSERT INTO "lengths" VALUES(3,2,3252125397);
CREATE TABLE matches (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            game TEXT NOT NULL, header TEXT NOT NULL,
            started_at REAL NOT NULL, finished_at REAL, closed_at REAL, result TEXT
        , checksum INTEGER, end_checksum INTEGER) STRICT;
INSERT INTO "matches" VALUES(1,'forever-evil','{"format":1,"game":"forever-evil","seats":["Zo\u00e9","Bo","\u05d0\u05d1\u05d9"],"level":"score","ruleset":{},"setup":{},"version":1}',1700086400.0,1700086400.0,1700172800.0,'{"level": "score", "turns": 1, "winners": ["Zo\u00e9"], "scores": {"Zo\u00e9": 6, "Bo": 1, "\u05d0\u05d1\u05d9": 1}, "seats": [{"seat": "Zo\u00e9", "score": 6, "high": 6, "rank": 1, "winner": true, "tiebreak": 0, "lines": [{"code": "tokens", "points": 5, "args": {"n": 5}}, {"code": "cards", "points": 1, "args": {"kind": "kick", "n": 1, "each": 1}}]}, {"seat": "Bo", "score": 1, "high": 1, "rank": 2, "winner": false, "tiebreak": 0, "lines": [{"code": "tokens", "points": 0, "args": {"n": 0}}, {"code": "cards", "points": 1, "args": {"kind": "kick", "n": 1, "each": 1}}]}, {"seat": "\u05d0\u05d1\u05d9", "score": 1, "high": 1, "rank": 2, "winner": false, "tiebreak": 0, "lines": [{"code": "tokens", "points": 0, "args": {"n": 0}}, {"code": "cards", "points": 1, "args": {"kind": "kick", "n": 1, "each": 1}}]}]}',3958220431,1047857891);
INSERT INTO "matches" VALUES(2,'forever-evil','{"format":1,"game":"forever-evil","seats":["Bo","Cy"],"level":"score","ruleset":{},"setup":{},"version":1}',1700172800.0,NULL,1700259200.0,NULL,807771172,3293279061);
INSERT INTO "matches" VALUES(3,'forever-evil','{"format":1,"game":"forever-evil","seats":["Cy","Zo\u00e9","Bo"],"level":"score","ruleset":{},"setup":{},"version":1}',1700259200.0,NULL,NULL,NULL,2211466298,999771267);
CREATE TABLE players (
            id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, since REAL NOT NULL, last REAL NOT NULL
        , checksum INTEGER) STRICT;
INSERT INTO "players" VALUES(1,'Zoé',1700086400.0,1700259200.0,4211244532);
INSERT INTO "players" VALUES(2,'Bo',1700086400.0,1700259200.0,2122660306);
INSERT INTO "players" VALUES(3,'אבי',1700086400.0,1700086400.0,1114520266);
INSERT INTO "players" VALUES(5,'Cy',1700172800.0,1700259200.0,4117062037);
CREATE TABLE printed (
            game TEXT NOT NULL, kind TEXT NOT NULL, facts TEXT NOT NULL, edited_at REAL NOT NULL, checksum INTEGER,
            PRIMARY KEY (game, kind)
        ) STRICT, WITHOUT ROWID
        ;
CREATE TABLE results (
            match INTEGER NOT NULL REFERENCES matches(id), position INTEGER NOT NULL, seat TEXT NOT NULL,
            score INTEGER NOT NULL, rank INTEGER, winner INTEGER NOT NULL, tiebreak INTEGER, checksum INTEGER,
            PRIMARY KEY (match, position)
        ) STRICT, WITHOUT ROWID;
INSERT INTO "results" VALUES(1,1,'Zoé',6,1,1,0,304114169);
INSERT INTO "results" VALUES(1,2,'Bo',1,2,0,0,4194341436);
INSERT INTO "results" VALUES(1,3,'אבי',1,2,0,0,1883005262);
CREATE TABLE set_aside (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            source TEXT NOT NULL, match INTEGER, n INTEGER, line TEXT NOT NULL, why TEXT NOT NULL,
            found_at REAL NOT NULL, checksum INTEGER
        ) STRICT
        ;
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL, checksum INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE snapshots (
            match INTEGER NOT NULL REFERENCES matches(id), n INTEGER NOT NULL,
            live INTEGER NOT NULL, code TEXT NOT NULL, log INTEGER NOT NULL, data BLOB NOT NULL,
            checksum INTEGER NOT NULL,
            PRIMARY KEY (match, n)
        ) STRICT, WITHOUT ROWID
        ;
CREATE TABLE tags (
            uid TEXT PRIMARY KEY, game TEXT NOT NULL, component TEXT NOT NULL, note TEXT NOT NULL,
            enrolled_at REAL NOT NULL, checksum INTEGER, UNIQUE (game, component)
        ) STRICT, WITHOUT ROWID;
CREATE INDEX inbox_waiting ON inbox (id) WHERE outcome IS NULL;
CREATE INDEX inbox_of_record ON inbox (match, record) WHERE record IS NOT NULL;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('matches',3);
INSERT INTO "sqlite_sequence" VALUES('players',8);
COMMIT;
