import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { stockCount } from '../../counts/count.ts'
import { CountDetail } from '../CountSheet.client.tsx'

/** Counts, each with its sheet. */
export const CountList = () => <RecordList record={stockCount} Detail={CountDetail} />
