import { readStored, removeStored, writeStored } from '../../lib/storage.ts'

const storageKey = 'single'

/** Whether signing in with this browser ends all other sessions of the account. */
export const isSingleLogin = (): boolean => readStored(storageKey) === '1'

export function chooseSingleLogin(isSingle: boolean): void {
  if (isSingle) writeStored(storageKey, '1')
  else removeStored(storageKey)
}
