import { afterAll, afterEach } from 'vitest'
import { endFile } from './at-file-end.ts'
import { assertNoUndeclaredRefusals } from './undeclared-refusals.ts'

// Vitest runs a setup file for each test file, while modules are evaluated once per worker; and it accepts no hook while
// another hook runs. So the hooks that serve every file are registered here.
afterEach(assertNoUndeclaredRefusals)
afterAll(async () => {
  await endFile()
  assertNoUndeclaredRefusals()
})
