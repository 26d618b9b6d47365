/** The labels of sessions, written and read by name in a statement of a test. */
const known = `(select distinct on (tracking_label) id, tracking_label, counts_as from tracking_labels
  order by tracking_label, deleted_at is not null, id desc)`

const each = (column: string, names: string) => `array(select known.${column}
  from unnest(string_to_array('${names}', ',')) with ordinality as own (name, place)
  join ${known} as known on known.tracking_label = own.name order by own.place)`

/** For `set`: gives rows the labels, with what they count as now. @param names comma-separated */
export const setLabels = (names: string): string =>
  `label_ids = ${each('id', names)}, label_meanings = ${each('counts_as', names)}`

/** For `select`: the names of a row's labels, as tracking_labels. */
export const labelNames = `(select coalesce(string_agg(label.tracking_label, ',' order by own.place), '')
  from unnest(label_ids) with ordinality as own (id, place) join tracking_labels as label on label.id = own.id)
  as tracking_labels`
