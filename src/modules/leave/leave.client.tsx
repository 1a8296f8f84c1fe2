import { MyLeave } from './MyLeave.client.tsx'

export default { pages: {}, personal: { leave: MyLeave } }
