/** What the signature of a download gives access to: one version of an episode's asset, to one sign-in of one person. */
export interface DownloadScope {
  assetId: number
  version: number
  userId: number
  titleId: number
  level: number
  /** A UUID. */
  sessionId: string
}

export const downloadScope = ({ assetId, version, userId, titleId, level, sessionId }: DownloadScope): string =>
  `d${[assetId, version, userId, titleId, level, sessionId].join('-')}`

const pattern =
  /^d([1-9]\d{0,9})-([1-9]\d{0,8})-([1-9]\d{0,9})-([1-9]\d{0,9})-([1-9]\d{0,9})-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Null for a name that {@link downloadScope} never returns. */
export function parseDownloadScope(name: string): DownloadScope | null {
  const [, ...parts] = pattern.exec(name) ?? []
  const sessionId = parts.pop()
  if (sessionId === undefined) return null
  const [assetId = 0, version = 0, userId = 0, titleId = 0, level = 0] = parts.map(Number)
  return { assetId, version, userId, titleId, level, sessionId }
}

/** An address outlives interruptions of a night, and ends with the membership or the sign-in before. */
export const downloadLifetimeSec = 12 * 3600
