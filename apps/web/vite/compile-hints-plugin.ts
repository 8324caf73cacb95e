import type { Plugin } from 'vite'

const hint = '//# allFunctionsCalledOnLoad\n'

/**
 * Marks chunks whose functions nearly all run when a page starts. Chromium (explicit compile hints) compiles such a file
 * whole while it downloads, instead of each function at its first call.
 */
export function compileHintsPlugin(names: readonly string[]): Plugin {
  return {
    name: 'yunmu:compile-hints',
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    // The hint works on the first line only. After Vite's plugins, which write there too.
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle))
          if (output.type === 'chunk' && names.includes(output.name)) output.code = hint + output.code
      },
    },
  }
}
