import { LabelsPage } from './labels/LabelsPage.client.tsx'
import { LabelTarget } from './labels/LabelTarget.client.tsx'
import { MyAssets } from './MyAssets.client.tsx'
import { AssetPage } from './pages/AssetPage.client.tsx'
import { ReceiptsPage } from './receipts/ReceiptsPage.client.tsx'
import { ScanPage } from './scan/ScanPage.client.tsx'
import { SheetPage } from './sheets/SheetPage.client.tsx'

export default {
  pages: {
    '/stockmanage/asset': AssetPage,
    '/stockmanage/asset/labels': LabelsPage,
    '/stockmanage/asset/receipts': ReceiptsPage,
    '/stockmanage/asset/sheet/{id}': SheetPage,
    '/a/{no}': LabelTarget,
    '/scan': ScanPage,
  },
  personal: { assets: MyAssets },
}
