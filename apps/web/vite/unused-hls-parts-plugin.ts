import type { Plugin } from 'vite'

const file = /\/node_modules\/hls\.js\/dist\/hls\.mjs$/

/**
 * Parts of hls.js for what this site's playlists do not contain: protected media, reports to a CDN, several CDNs to choose
 * from, playlists of key frames, advertisements. hls.js runs without any of them, as its light build does, which lacks
 * alternate sound and subtitles as well.
 */
const unusedParts = ['eme', 'cmcd', 'contentSteering', 'iframe', 'interstitials']

/** The code of hls.js without the parts that this site does not use. Throws if one of them is not where it is expected. */
export function withoutUnusedParts(code: string): string {
  return unusedParts.reduce((text, part) => {
    const setting = new RegExp(`^  ${part}Controller: [A-Z]\\w+ ?,?$`, 'm')
    if (!setting.test(text)) throw new Error(`hls.js has no setting ${part}Controller: has its build changed?`)
    return text.replace(setting, '')
  }, code)
}

/** Lets the bundler leave out what this site does not use of hls.js: a fifth of a script that is read before the first frame. */
export function unusedHlsPartsPlugin(): Plugin {
  return {
    name: 'yunmu:unused-hls-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: file }, handler: withoutUnusedParts },
  }
}
