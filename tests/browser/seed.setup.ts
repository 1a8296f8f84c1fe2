export { seedOnce as setup } from './server.ts'
