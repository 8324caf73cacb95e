import { constants, setPriority } from 'node:os'

/** Lowers the priority of the calling thread: requests go before rendering. */
export function lowerPriority(): void {
  try {
    // On Linux a priority belongs to a thread; 0 is the calling one.
    if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Rendering also works at normal priority.
  }
}
