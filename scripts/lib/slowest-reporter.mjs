import path from 'node:path'
import { slowest } from './test-report.mjs'
import { root } from './paths.mjs'

const shown = 10

/** A Vitest reporter: prints the slowest files, with their hooks and imports, and the slowest tests of a run. */
export default class SlowestReporter {
  /** @param {readonly import('vitest/node').TestModule[]} modules */
  onTestRunEnd(modules) {
    const files = modules.map((module) => {
      const { duration, collectDuration, setupDuration } = module.diagnostic()
      return { name: nameOf(module), ms: duration + collectDuration + setupDuration }
    })
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${nameOf(module)} > ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      })),
    )
    console.log(`\nSlowest files\n${slowest(files, shown)}\n\nSlowest tests\n${slowest(tests, shown)}`)
  }
}

/** @param {import('vitest/node').TestModule} module */
function nameOf({ moduleId }) {
  return path.relative(root, moduleId)
}
