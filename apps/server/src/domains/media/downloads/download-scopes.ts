/** What the signature of a download gives access to: one version of an episode's asset, to one person. */
export interface DownloadScope {
  assetId: number
  version: number
  userId: number
  titleId: number
  level: number
}

export const downloadScope = ({ assetId, version, userId, titleId, level }: DownloadScope): string =>
  `d${[assetId, version, userId, titleId, level].join('-')}`

const pattern = /^d([1-9]\d{0,9})-([1-9]\d{0,8})-([1-9]\d{0,9})-([1-9]\d{0,9})-([1-9]\d{0,9})$/

/** Null for a name that {@link downloadScope} never returns. */
export function parseDownloadScope(name: string): DownloadScope | null {
  const parts = pattern.exec(name)?.slice(1).map(Number)
  if (!parts) return null
  const [assetId = 0, version = 0, userId = 0, titleId = 0, level = 0] = parts
  return { assetId, version, userId, titleId, level }
}

/** An address outlives interruptions of a night, and ends with the membership before. */
export const downloadLifetimeSec = 12 * 3600
