/** Environment of child processes: no settings, only the paths of programs. */
export function bareEnv(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  }
}
