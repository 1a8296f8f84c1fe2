-- Weighted scoring of selections (E13): one sheet of scores for each member of the panel, and what they come to once all are in.

alter table selection
  add column scoring text not null default 'lowest',
  add column price_weight integer,
  add column quality_weight integer,
  add column delivery_weight integer,
  add column service_weight integer,
  add column scored_at timestamptz,
  add constraint selection_scoring_known check (scoring in ('lowest', 'weighted')),
  add constraint selection_weights check (scoring = 'lowest' or coalesce(
    price_weight >= 30 and quality_weight >= 0 and delivery_weight >= 0 and service_weight >= 0
    and price_weight + quality_weight + delivery_weight + service_weight = 100, false)),
  -- Nobody is chosen before every sheet is in.
  add constraint selection_scored check (scoring = 'lowest' or state <> 'awarded' or scored_at is not null);
create index selection_panel on selection using gin (panel) where deleted_at is null;

create table selection_score (
  selection_id bigint not null references selection (id),
  round integer not null,
  member_id bigint not null references app_user (id),
  vendor_id bigint not null references vendor (id),
  quality numeric(4,1) not null,
  delivery numeric(4,1) not null,
  service numeric(4,1) not null,
  submitted_at timestamptz not null,
  constraint selection_score_pkey primary key (selection_id, round, member_id, vendor_id),
  constraint selection_score_positive check (quality >= 0 and delivery >= 0 and service >= 0)
);
comment on table selection_score is 'Scores of the members of a panel, each known to its member alone until all are in (E13).';

alter table selection_quote
  add column price_score numeric(5,2),
  add column panel_score numeric(5,2),
  add column total_score numeric(5,2);
