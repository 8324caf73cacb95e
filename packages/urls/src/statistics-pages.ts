/** Where a visitor pays or sees what is theirs alone, and the operator's pages. */
const withoutStatistics = /^\/+(?:vip\/*$|(?:user|console)(?:\/|$))/i

/** Whether the operator's statistics script may run on the page of a path. */
export function allowsStatistics(path: string): boolean {
  try {
    return !withoutStatistics.test(decodeURI(path))
  } catch {
    return false
  }
}
