/** Downloads and stores a picture. Returns its URL, or null on failure. */
export type FetchLogo = (address: string) => Promise<string | null>

const concurrency = 8
/** A host is skipped after this many failures. */
const maxFailures = 3

/** Fetches logos concurrently. Returns the URLs of stored logos by their original address. `onDone` reports progress. */
export async function fetchLogos(
  addresses: readonly string[],
  fetchLogo: FetchLogo,
  onDone: (done: number, total: number) => void,
): Promise<Map<string, string>> {
  const queue = [...new Set(addresses)].filter((address) => /^https?:\/\//.test(address) && URL.canParse(address))
  const total = queue.length
  const fetched = new Map<string, string>()
  const failures = new Map<string, number>()
  let done = 0
  const work = async (): Promise<void> => {
    for (let address = queue.shift(); address !== undefined; address = queue.shift()) {
      const { host } = new URL(address)
      const failureCount = (): number => failures.get(host) ?? 0
      const logo = failureCount() < maxFailures ? await fetchLogo(address) : null
      if (logo === null) failures.set(host, failureCount() + 1)
      else fetched.set(address, logo)
      onDone(++done, total)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return fetched
}
