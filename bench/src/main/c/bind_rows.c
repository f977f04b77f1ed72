/* SPDX-License-Identifier: Apache-2.0
 *
 * Inserts the rows of the writer benchmark through SQLite's C API: bind, step, reset for each row, one transaction.
 *
 *     cc -O2 -o bind_rows bind_rows.c -lsqlite3 && ./bind_rows one|ten ROWS FILE
 *
 * Prints the seconds from the first BEGIN to the end of COMMIT. Journal and synchronous are off, as for all that is
 * compared. The values are those of dev.juggle.bench.WriterRows.
 */
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { POOL = 512, KINDS = 4 };

static const int LEAST[KINDS] = {18, 24, 8, 16};
static const int SPREAD[KINDS] = {9, 13, 9, 9};
static char *texts[KINDS][POOL];
static int lengths[KINDS][POOL];

static uint64_t mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

static void make_texts(void) {
    for (int kind = 0; kind < KINDS; kind++) {
        for (int i = 0; i < POOL; i++) {
            uint64_t h = mix((uint64_t) (kind * POOL + i + 1));
            int length = LEAST[kind] + (int) (h % (uint64_t) SPREAD[kind]);
            char *text = malloc((size_t) length);
            for (int c = 0; c < length; c++) {
                text[c] = (char) ('a' + mix(h + (uint64_t) c) % 26);
            }
            texts[kind][i] = text;
            lengths[kind][i] = length;
        }
    }
}

static void run(sqlite3 *db, const char *sql) {
    char *message = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &message) != SQLITE_OK) {
        fprintf(stderr, "%s: %s\n", sql, message);
        exit(2);
    }
}

static void bind_text(sqlite3_stmt *insert, int column, int kind, uint64_t number) {
    int i = (int) (number % POOL);
    sqlite3_bind_text(insert, column, texts[kind][i], lengths[kind][i], SQLITE_STATIC);
}

static void bind_ten(sqlite3_stmt *insert, uint64_t i) {
    int64_t v = (int64_t) (mix(i) & 0x7fffffff);
    uint64_t h = mix(i + 77);
    sqlite3_bind_int64(insert, 1, (int64_t) i);
    sqlite3_bind_int64(insert, 2, v % 100);
    sqlite3_bind_int64(insert, 3, (int64_t) h);
    sqlite3_bind_double(insert, 4, (double) v * 0.37);
    sqlite3_bind_double(insert, 5, (double) v * 1e-3 + 0.5);
    bind_text(insert, 6, 0, h);
    bind_text(insert, 7, 1, h >> 12);
    bind_text(insert, 8, 2, h >> 24);
    sqlite3_bind_int64(insert, 9, v & 1);
    if (v & 2) {
        bind_text(insert, 10, 3, h >> 36);
    } else {
        sqlite3_bind_null(insert, 10);
    }
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: bind_rows one|ten ROWS FILE\n");
        return 2;
    }
    int ten = strcmp(arguments[1], "ten") == 0;
    uint64_t rows = strtoull(arguments[2], NULL, 10);
    sqlite3 *db;
    if (sqlite3_open(arguments[3], &db) != SQLITE_OK) {
        return 2;
    }
    make_texts();
    run(db, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-64000");
    run(db, ten ? "CREATE TABLE t(c0, c1, c2, c3, c4, c5, c6, c7, c8, c9)" : "CREATE TABLE t(c0)");
    sqlite3_stmt *insert;
    const char *sql = ten ? "INSERT INTO t VALUES(?,?,?,?,?,?,?,?,?,?)" : "INSERT INTO t VALUES(?)";
    sqlite3_prepare_v2(db, sql, -1, &insert, NULL);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    run(db, "BEGIN");
    for (uint64_t i = 0; i < rows; i++) {
        if (ten) {
            bind_ten(insert, i);
        } else {
            sqlite3_bind_int64(insert, 1, (int64_t) (mix(i) & 0x7fffffff));
        }
        if (sqlite3_step(insert) != SQLITE_DONE) {
            fprintf(stderr, "%s\n", sqlite3_errmsg(db));
            return 2;
        }
        sqlite3_reset(insert);
    }
    run(db, "COMMIT");
    clock_gettime(CLOCK_MONOTONIC, &end);
    sqlite3_finalize(insert);
    sqlite3_close(db);
    printf("%.6f\n", (double) (end.tv_sec - start.tv_sec) + (double) (end.tv_nsec - start.tv_nsec) / 1e9);
    return 0;
}
