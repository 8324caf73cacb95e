import { onSession, readToken, readUser } from './session.ts'

const here = () => ({ token: readToken(), userId: readUser()?.userId ?? null })

/**
 * Calls back when somebody else is here, or nobody any more, on whatever page of the browser that came about. A session
 * that is renewed, and who becomes known, change nobody. Returns what ends it.
 */
export function onOtherPerson(listener: () => void): () => void {
  let before = here()
  return onSession(() => {
    const now = here()
    const isSame = now.token === before.token || (now.userId !== null && now.userId === before.userId)
    before = now
    if (!isSame) listener()
  })
}
