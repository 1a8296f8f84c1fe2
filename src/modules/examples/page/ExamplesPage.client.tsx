import './examples.css'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { EditedList } from './EditedList.client.tsx'
import { LongList } from './LongList.client.tsx'
import { OrderedList } from './OrderedList.client.tsx'
import { StateExamples } from './StateExamples.client.tsx'
import { Uses } from './Uses.client.tsx'

const panels = { list: EditedList, order: OrderedList, long: LongList, states: StateExamples, uses: Uses }
const apart = ['long', 'states', 'uses', 'order']

/** `/data-table-demo` (10.7). */
export function ExamplesPage() {
  return <RecordTabs path="/data-table-demo" panels={panels} apart={apart} />
}
