import { MyAssets } from './MyAssets.client.tsx'

export default { pages: {}, personal: { assets: MyAssets } }
