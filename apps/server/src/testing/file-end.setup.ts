import { afterAll } from 'vitest'
import { endFile } from './at-file-end.ts'

// Here, because this is read anew for each test file, while modules are read once for many. And because Vitest takes no
// hook while another one runs: the one that serves all is stated at the beginning.
afterAll(endFile)
