import { exitCodes, type CommandContext, type OpenStation } from './command-context.ts'

/** Does something at the station. */
export type AtStation = (act: (open: OpenStation) => Promise<number | undefined>) => Promise<void>

/**
 * Opens the station for what a command does there, and closes it whatever comes of it. The act answers how the command
 * ended; nothing is all well.
 */
export const atStation =
  ({ openStation }: CommandContext, onCode: (code: number) => void): AtStation =>
  async (act) => {
    const open = await openStation()
    try {
      onCode((await act(open)) ?? exitCodes.well)
    } finally {
      await open.close()
    }
  }
