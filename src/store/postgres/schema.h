/* SPDX-License-Identifier: MIT */
/* schema.h: SQL for PostgreSQL: the migration steps, and the functions that write. Private to the store. */
#ifndef BY_STORE_POSTGRES_SCHEMA_H
#define BY_STORE_POSTGRES_SCHEMA_H

/* A function's name contains the version of the step that creates it, so that programs of two versions can run at the
 * same time. Locks the row of a table, and makes it if there is none. */
#define ROW(lock) \
    "create or replace function boneyard.row_of_1(t uuid) returns boneyard.tables language plpgsql as $$" \
    "declare h boneyard.tables;" \
    "begin" \
    "  loop" \
    "    select * into h from boneyard.tables where table_id = t " lock ";" \
    "    if found then return h; end if;" \
    "    insert into boneyard.tables (table_id, epoch, number, hash)" \
    "      values (t, 0, 0, decode(repeat('00', 32), 'hex')) on conflict do nothing;" \
    "  end loop;" \
    "end $$;"

/* Writes a batch, or refuses all of it and says why. The row is locked before the batch is judged, so that no takeover
 * can happen in between. */
#define PUT(judged) \
    "create or replace function boneyard.put_1(t uuid, e bigint, who uuid, first bigint, before bytea, keys bytea[], " \
    "bodies " \
    "bytea[]," \
    " hashes bytea[], gone boolean, kinds text[], names bytea[], vals bytea[], out said text, out n bigint)" \
    " language plpgsql as $$" \
    "declare h boneyard.tables; many integer := coalesce(array_length(bodies, 1), 0);" \
    "begin" \
    "  n := 0;" \
    "  if many > 0 or gone then" \
    "    h := boneyard.row_of_1(t);" \
    "    if " judged \
    " and (many > 0 and e < h.epoch or h.owner <> who or h.owner is not null and many > 0 and e <> h.epoch)" \
    "    then said := 'stale'; return; end if;" \
    "  end if;" \
    "  if many > 0 then" \
    "    select v.number into n from boneyard.events v where v.table_id = t and v.key = any (keys)" \
    "      order by array_position(keys, v.key) limit 1;" \
    "    if found then said := 'twice'; return; end if;" \
    "    n := h.number;" \
    "    if first <> h.number + 1 then said := 'misplaced'; return; end if;" \
    "    if h.number > 0 and h.hash <> before then said := 'changed'; return; end if;" \
    "    insert into boneyard.events (table_id, number, key, bytes, hash)" \
    "      select t, first + i - 1, keys[i], bodies[i], hashes[i] from generate_series(1, many) i;" \
    "    update boneyard.tables set epoch = e, number = first + many - 1, hash = hashes[many] where table_id = t;" \
    "  elsif gone then" \
    "    delete from boneyard.events where table_id = t;" \
    "    delete from boneyard.tables where table_id = t;" \
    "  end if;" \
    "  for i in 1 .. coalesce(array_length(kinds, 1), 0) loop" \
    "    if vals[i] is null then" \
    "      delete from boneyard.list where kind = kinds[i] and key = names[i];" \
    "    else" \
    "      insert into boneyard.list (kind, key, value) values (kinds[i], names[i], vals[i])" \
    "        on conflict (kind, key) do update set value = excluded.value;" \
    "    end if;" \
    "  end loop;" \
    "  said := 'kept';" \
    "end $$;"

/* A released table belongs to owner 0, which no server uses. */
#define LEASE \
    "create or replace function boneyard.lease_1(t uuid, e bigint, who uuid, what integer, ms bigint, out said text, " \
    "out n bigint)" \
    " language plpgsql as $$" \
    "declare h boneyard.tables := boneyard.row_of_1(t);" \
    "begin" \
    "  said := 'kept';" \
    "  n := h.epoch;" \
    "  if what = 1 and (h.owner is null or h.owner = who or h.expires <= clock_timestamp()) then" \
    "    n := h.epoch + 1;" \
    "    update boneyard.tables set owner = who, epoch = n, expires = clock_timestamp() + ms * interval '1 ms'" \
    "      where table_id = t;" \
    "  elsif what = 2 and h.owner = who and h.epoch = e then" \
    "    update boneyard.tables set expires = clock_timestamp() + ms * interval '1 ms' where table_id = t;" \
    "  elsif what = 3 and h.owner = who and h.epoch = e then" \
    "    update boneyard.tables set owner = '00000000-0000-0000-0000-000000000000', expires = '-infinity'" \
    "      where table_id = t;" \
    "  else" \
    "    said := 'stale';" \
    "  end if;" \
    "end $$;"

/* Step n migrates the schema from version n to n + 1. Append only; never edit a released step. A step that breaks older
 * programs (contract) also raises about.least; a step that only adds something (expand) does not. */
static const char *const steps[] = {
    "create table boneyard.about (one boolean primary key default true check (one), version integer not null,"
    " least integer not null, settled timestamptz);"
    "insert into boneyard.about (version, least) values (0, 1);"
    "create table boneyard.tables (table_id uuid primary key, epoch bigint not null, number bigint not null,"
    " hash bytea not null check (octet_length(hash) = 32), owner uuid, expires timestamptz) with (fillfactor = 60);"
    "create table boneyard.events (table_id uuid not null, number bigint not null check (number > 0), key bytea,"
    " bytes bytea not null, hash bytea not null check (octet_length(hash) = 32), primary key (table_id, number));"
    "create unique index keys on boneyard.events (table_id, key) where key is not null;"
    "create table boneyard.list (kind text collate \"C\" not null, key bytea not null, value bytea not null,"
    " primary key (kind, key));" ROW("for update") PUT("true") LEASE,
};
enum { VERSION = sizeof steps / sizeof steps[0] };

#endif
