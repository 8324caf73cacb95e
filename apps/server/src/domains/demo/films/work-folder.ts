import { join } from 'node:path'

/** Where the films of the programme are made: `<data>/work/demo`. */
export const workFolder = (dataDir: string): string => join(dataDir, 'work', 'demo')
