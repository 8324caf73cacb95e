import type { Plugin } from 'vite'

const file = /\/node_modules\/react-router\/dist\/production\/lib\/.*\.js$/

/**
 * Lets the bundler leave out what we do not use of the router: names for developer tools (`Link.displayName = …`) and calls
 * of `forwardRef` count as effects, and keep its links and forms in the build.
 */
export function unusedRouterPartsPlugin(): Plugin {
  return {
    name: 'yunmu:unused-router-parts',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform: {
      filter: { id: file },
      handler: (code) =>
        code
          .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
          .replace(/= (React\$1\.forwardRef\()/g, '= /* @__PURE__ */ $1'),
    },
  }
}
