import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Tells browsers of files that run nearly whole when a page begins: those that understand it (Chromium, explicit compile
 * hints) compile all of such a file while it is on its way, instead of function by function when each is called.
 */
export function compileHintsPlugin(names: readonly string[]): Plugin {
  return {
    name: 'yunmu:compile-hints',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // The hint counts on the first line alone, where Vite writes as well.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle))
          if (output.type === 'chunk' && names.includes(output.name)) output.code = hint + output.code
      },
    },
  }
}
