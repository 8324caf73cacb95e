/** A limit that counts over all workers is exceeded at most by what they accept in this time. */
const reportMs = 100

/**
 * Reports changes together: `report` runs a while after the first call, however many follow. Returns the function to call
 * at each change.
 */
export function createDelayedReport(report: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const run = (): void => {
    timer = undefined
    report()
  }
  return () => {
    timer ??= setTimeout(run, reportMs).unref()
  }
}
