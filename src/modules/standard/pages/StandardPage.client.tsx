import './standard.css'
import { RecordTabs } from '#src/client/records/detail/RecordTabs.tsx'
import { DrawnFields } from '#src/client/records/form/FormPanel.tsx'
import { RecordList } from '#src/client/records/list/RecordList.tsx'
import { standardVersion } from '../standard-records.ts'
import { Compliance } from './Compliance.client.tsx'
import { StandardFields } from './StandardFields.client.tsx'
import { StandardList } from './StandardList.client.tsx'
import { VersionDetail } from './VersionDetail.client.tsx'

const Office = () => <StandardList kind="office" />
const Clothing = () => <StandardList kind="clothing" />
const Police = () => <StandardList kind="police" />
const Versions = () => <RecordList record={standardVersion} Detail={VersionDetail} />
const panels = { office: Office, clothing: Clothing, police: Police, versions: Versions, compliance: Compliance }

/** `/stockmanage/standardEquipment` (50.7). */
export function StandardPage() {
  return (
    <DrawnFields value={StandardFields}>
      <RecordTabs path="/stockmanage/standardEquipment" panels={panels} />
    </DrawnFields>
  )
}
