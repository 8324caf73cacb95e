import { exitCodes, type CommandContext, type OpenStation } from './command-context.ts'

/** Runs an action with an open station; the action returns an exit code, or undefined for success. */
export type StationRunner = (action: (open: OpenStation) => Promise<number | undefined>) => Promise<void>

/** Opens the station for a command and always closes it afterwards. */
export const createStationRunner =
  ({ openStation }: CommandContext, onCode: (code: number) => void): StationRunner =>
  async (action) => {
    const open = await openStation()
    try {
      onCode((await action(open)) ?? exitCodes.ok)
    } finally {
      await open.close()
    }
  }
