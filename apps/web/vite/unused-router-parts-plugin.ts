import type { Plugin } from 'vite'

const file = /\/node_modules\/react-router\/dist\/production\/lib\/.*\.js$/

/**
 * Names for developer tools (`Link.displayName = …`) and calls of `forwardRef` count as side effects, and would keep
 * components that nothing imports.
 */
const componentName = /^\w+\.displayName = "[^"]*";$/gm
const forwardRefCall = /= (React\$1\.forwardRef\()/g

/**
 * Options of the router that this site does not set: reports about navigation, and routes that are looked up on the
 * server while navigating. Read as undefined, the code behind them is dead, and the bundler drops it.
 */
const unsetOption = /\binit\.(?:instrumentations|patchRoutesOnNavigation)\b/g

/**
 * What is submitted through the router: this site has no actions, forms send calls. Read as undefined, the code that runs
 * actions is dead.
 */
const submission = /\bopts && opts\.submission\b/g

/** Methods of the router that only fetchers, blockers and reloaded modules call, none of which this site has. */
const unusedMethod =
  /^\t\t(?:fetch|getFetcher|resetFetcher|deleteFetcher: \w+|getBlocker|deleteBlocker|patchRoutes|_internalSetRoutes),$\n/gm

/** The code of a file of React Router without what this site does not use of it. */
export const withoutUnusedParts = (code: string): string =>
  code
    .replace(componentName, '')
    .replace(forwardRefCall, '= /* @__PURE__ */ $1')
    .replace(unsetOption, '/* never set */ undefined')
    .replace(submission, '/* never set */ undefined')
    .replace(unusedMethod, '')

/** Lets the bundler leave out what this site does not use of React Router. */
export function unusedRouterPartsPlugin(): Plugin {
  return {
    name: 'yunmu:unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: { filter: { id: file }, handler: withoutUnusedParts },
  }
}
