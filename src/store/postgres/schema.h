/* SPDX-License-Identifier: MIT */
/* schema.h: contains the SQL for PostgreSQL: the migration steps, and the functions that write. Private to the
 * store. */
#ifndef BY_STORE_POSTGRES_SCHEMA_H
#define BY_STORE_POSTGRES_SCHEMA_H

/* Locks the row of a table, creating it first if necessary. The name of each function contains the version of the step
 * that creates it, so that programs of two versions can run at the same time. */
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

/* Writes a batch, or refuses the whole batch and returns the reason. The row is locked before the batch is checked, so
 * that no takeover can happen in between. */
#define JUDGED(judged) \
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
    "  end if;"

#define PUT_1_ARGS \
    "t uuid, e bigint, who uuid, first bigint, before bytea, keys bytea[], bodies bytea[], hashes bytea[]," \
    " gone boolean, kinds text[], names bytea[], vals bytea[]"
#define PUT_1 \
    "create or replace function boneyard.put_1(" PUT_1_ARGS ", out said text, out n bigint) language plpgsql as $$" \
    "declare h boneyard.tables; many integer := coalesce(array_length(bodies, 1), 0);" JUDGED( \
        "true") "  for i in 1 .. coalesce(array_length(kinds, 1), 0) loop" \
                "    if vals[i] is null then" \
                "      delete from boneyard.list where kind = kinds[i] and key = names[i];" \
                "    else" \
                "      insert into boneyard.list (kind, key, value) values (kinds[i], names[i], vals[i])" \
                "        on conflict (kind, key) do update set value = excluded.value;" \
                "    end if;" \
                "  end loop;" \
                "  said := 'kept';" \
                "end $$;"

/* Since version 2, batches also write list columns. `list.who` holds the ids of a row's people, 16 bytes each. The
 * statements specify a whole primary key, since a plan made for an empty table is kept for the whole session. */
#define PUT_2(judged, former) \
    "create or replace function boneyard.put_2(" PUT_1_ARGS ", statuses text[], games text[], times bigint[]," \
    " whos bytea[], out said text, out n bigint) language plpgsql as $$" \
    "declare h boneyard.tables; many integer := coalesce(array_length(bodies, 1), 0); held bytea; now bytea; one " \
    "uuid;" JUDGED( \
        judged) "  for i in 1 .. coalesce(array_length(kinds, 1), 0) loop" \
                "    select l.who into held from boneyard.list l where l.kind = kinds[i] and l.key = names[i];" \
                "    now := null;" \
                "    if vals[i] is null then" \
                "      delete from boneyard.list where kind = kinds[i] and key = names[i];" \
                "    else" \
                "      now := whos[i];" \
                "      insert into boneyard.list (kind, key, value, status, game, at, who)" \
                "        values (kinds[i], names[i], vals[i], statuses[i], games[i], times[i], now)" \
                "        on conflict (kind, key) do update set value = excluded.value, status = excluded.status," \
                "        game = excluded.game, at = excluded.at, who = excluded.who;" \
                "    end if;" \
                "    if held is distinct from now then" \
                "      for k in 0 .. coalesce(octet_length(held), 0) / 16 - 1 loop" \
                "        one := encode(substr(held, 16 * k + 1, 16), 'hex')::uuid;" \
                "        delete from boneyard.people p where " former \
                " and p.person = one and p.kind = kinds[i] and p.key = names[i];" \
                "      end loop;" \
                "      for k in 0 .. coalesce(octet_length(now), 0) / 16 - 1 loop" \
                "        one := encode(substr(now, 16 * k + 1, 16), 'hex')::uuid;" \
                "        insert into boneyard.people (person, kind, key) values (one, kinds[i], names[i])" \
                "          on conflict do nothing;" \
                "      end loop;" \
                "    end if;" \
                "  end loop;" \
                "  said := 'kept';" \
                "end $$;"

/* Fills in the columns of rows written by version 1: {person, time} or JSON. */
#define FILL_2 \
    "create function boneyard.ids_2(b bytea) returns setof uuid language sql immutable as" \
    " $$select encode(substr(b, 16 * i + 1, 16), 'hex')::uuid from generate_series(0, octet_length(b) / 16 - 1) i$$;" \
    "create function boneyard.json_2(b bytea) returns jsonb language plpgsql as $$" \
    "begin return convert_from(b, 'UTF8')::jsonb; exception when others then return null; end $$;" \
    "create function boneyard.id_2(t text) returns bytea language sql as" \
    " $$select decode(rpad(translate(t, '-_', '+/'), 24, '='), 'base64') where t ~ '^[A-Za-z0-9_-]{22}$'$$;" \
    "update boneyard.list set who = substr(value, 1, 16), at = (select sum(get_byte(value, 16 + i)::bigint << (8 * " \
    "i))" \
    " from generate_series(0, 7) i) where kind in ('session', 'link') and octet_length(value) = 24;" \
    "update boneyard.list set who = boneyard.id_2(boneyard.json_2(value) ->> 'person') where kind = 'account';" \
    "update boneyard.list l set status = case when v ->> 'status' = 'done' then 'done'" \
    " when (v ->> 'public') is distinct from 'true' then 'private' when v #>> '{room,phase}' = 'waiting' then 'open'" \
    " else 'public' end, game = substring(v #>> '{room,rules}' from '^[^: ]+')," \
    " at = case when v ->> 'status' = 'done' then nullif((v ->> 'over')::bigint, 0) end," \
    " who = (select string_agg(boneyard.id_2(w), ''::bytea) from jsonb_array_elements_text(case" \
    " jsonb_typeof(v -> 'who') when 'array' then v -> 'who' else '[]' end) w)" \
    " from (select key k, boneyard.json_2(value) v from boneyard.list where kind = 'table') r" \
    " where l.kind = 'table' and l.key = k and v is not null;" \
    "insert into boneyard.people select distinct id, kind, key from boneyard.list, boneyard.ids_2(who) id;" \
    "drop function boneyard.json_2(bytea), boneyard.id_2(text), boneyard.ids_2(bytea);"

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

/* Checks the conditions of a batch (store.h), bit i - 1 for put i, and then writes it. Both statements wait for any
 * other transaction that writes the same key, and then see its result. */
#define TAKE \
    "create or replace function boneyard.take_1(fresh bigint, used bigint, kinds text[], names bytea[]," \
    " vals bytea[], statuses text[], games text[], times bigint[], whos bytea[], olds bytea[], out said text," \
    " out n bigint) language plpgsql as $$" \
    "declare held bytea;" \
    "begin" \
    "  said := 'taken';" \
    "  for i in 1 .. array_length(kinds, 1) loop" \
    "    if i <= 32 and used >> i - 1 & 1 = 1 then" \
    "      select value into held from boneyard.list where kind = kinds[i] and key = names[i] for update;" \
    "      if not found or held <> olds[i] then return; end if;" \
    "    end if;" \
    "  end loop;" \
    "  for i in 1 .. array_length(kinds, 1) loop" \
    "    if i <= 32 and fresh >> i - 1 & 1 = 1 then" \
    "      insert into boneyard.list (kind, key, value) values (kinds[i], names[i], '') on conflict do nothing;" \
    "      if not found then" \
    "        for k in 1 .. i - 1 loop" \
    "          if fresh >> k - 1 & 1 = 1 then" \
    "            delete from boneyard.list where kind = kinds[k] and key = names[k];" \
    "          end if;" \
    "        end loop;" \
    "        return;" \
    "      end if;" \
    "    end if;" \
    "  end loop;" \
    "  select p.said, p.n into said, n from boneyard.put_2('00000000-0000-0000-0000-000000000000', 0," \
    "    '00000000-0000-0000-0000-000000000000', 0, '', '{}', '{}', '{}', false, kinds, names, vals, statuses, games," \
    "    times, whos) p;" \
    "end $$;"

/* Step n migrates the schema from version n to n + 1. Append steps only; never edit a released one. A step that breaks
 * older programs (contract) also raises about.least; a step that only adds to the schema (expand) does not. */
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
    " primary key (kind, key));" ROW("for update") PUT_1 LEASE,
    "alter table boneyard.list add column status text collate \"C\", add column game text collate \"C\","
    " add column at bigint, add column who bytea;"
    "create table boneyard.people (person uuid not null, kind text collate \"C\" not null, key bytea not null,"
    " primary key (person, kind, key));" PUT_2("true", "true"),
    FILL_2 "create index list_status on boneyard.list (kind, status, game, key) where status is not null;"
           "create index list_at on boneyard.list (kind, at, key) where at is not null;"
           "drop function boneyard.put_1; update boneyard.about set least = 3;",
    "create index tables_leased on boneyard.tables (owner) where owner <> '00000000-0000-0000-0000-000000000000';",
    TAKE,
};
enum { VERSION = sizeof steps / sizeof steps[0] };

#endif
