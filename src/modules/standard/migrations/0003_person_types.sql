-- A standard names several types of people, or none for all of them (50.7).

alter table equip_standard add column person_types text[];
update equip_standard set person_types = array[person_type] where person_type is not null;

-- Codes as points of a range, so that standards with a type in common exclude each other; all types together are a point of their own.
create function person_type_span(types text[]) returns int8multirange language sql immutable parallel safe as $$
  select coalesce((select range_agg(int8range(hashtext(type)::bigint, hashtext(type)::bigint, '[]')) from unnest(types) type), int8multirange(int8range(4294967296, 4294967296, '[]')))
$$;

alter table equip_standard
  drop constraint equip_standard_no_overlap,
  drop column target;
alter table equip_standard
  drop column person_type,
  add constraint equip_standard_person_types_named check (cardinality(person_types) > 0),
  add column person_span int8multirange generated always as (person_type_span(person_types)) stored,
  -- The one target, without nulls, which an exclusion constraint would take for different (STD-01).
  add column target text generated always as (target_type || ' ' || coalesce(target_rank, '') || ' ' || coalesce(target_post, '') || ' ' || coalesce(target_dept_id::text, '')
    || ' ' || coalesce(area_from::text, '') || ' ' || coalesce(area_to::text, '') || ' ' || coalesce(gender, '')) stored;
-- STD-01: one target has one standard of an item at a time.
alter table equip_standard add constraint equip_standard_no_overlap
  exclude using gist (item_id with =, target with =, person_span with &&, state with =, period with &&)
  where (deleted_at is null and state <> 'history');

-- Published versions hold their rules as they were counted: a single type becomes a list of one.
alter table standard_version disable trigger standard_version_frozen;
update standard_version set rules = (
  select coalesce(jsonb_agg(jsonb_set(rule #- '{target,personType}', '{target,personTypes}',
    case when coalesce(rule #> '{target,personType}', 'null') = 'null' then 'null'::jsonb else jsonb_build_array(rule #> '{target,personType}') end) order by place), '[]')
  from jsonb_array_elements(rules) with ordinality as each (rule, place));
update standard_version set rule_changes = (
  select coalesce(jsonb_agg(change || (
    select coalesce(jsonb_object_agg(side, jsonb_set((change -> side) #- '{target,personType}', '{target,personTypes}',
      case when coalesce(change #> array[side, 'target', 'personType'], 'null') = 'null' then 'null'::jsonb else jsonb_build_array(change #> array[side, 'target', 'personType']) end)), '{}')
    from unnest(array['before', 'after']) side where jsonb_typeof(change -> side) = 'object') order by place), '[]')
  from jsonb_array_elements(rule_changes) with ordinality as each (change, place));
alter table standard_version enable trigger standard_version_frozen;
