declare module 'virtual:react-router/server-build' {
  import type { ServerBuild } from 'react-router'
  const build: ServerBuild
  export = build
}

declare module 'virtual:early-player' {
  /** Addresses of the player's engine, known where the browser's build is: on the server. */
  export const earlyPlayer: { readonly script: string; readonly preloads: readonly string[] } | null
}

/** hls.js with all of its parts. */
declare module 'hls.js/dist/hls.mjs?whole' {
  export { default } from 'hls.js'
}
