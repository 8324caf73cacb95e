/** What a process of ours is given of the tests' own environment: no setting, only where programs and their parts lie. */
export function bareEnv(): Record<string, string> {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return {
    ...(PATH === undefined ? {} : { PATH }),
    ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }),
  }
}
