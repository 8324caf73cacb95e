export { createFindSession } from './session-store.ts'
export type { AccountsTables } from './accounts-tables.ts'
