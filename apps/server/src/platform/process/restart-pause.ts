const firstPauseMs = 250
const maxPauseMs = 8000
/** After a process that ran so long the next one is started at once. */
const healthyRunMs = 10_000

/** The failures in a row after a process ended that had run for `ranMs`. */
export const failuresAfter = (failures: number, ranMs: number): number => (ranMs > healthyRunMs ? 0 : failures + 1)

/** How long to wait after so many failures in a row before the next attempt. */
export const restartPauseMs = (failures: number): number =>
  failures === 0 ? 0 : Math.min(maxPauseMs, firstPauseMs * 2 ** (failures - 1))
