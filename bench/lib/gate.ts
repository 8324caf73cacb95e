/** Prints PASS or FAIL with what was measured. After a FAIL the process ends with 1. */
export function gate(name: string, isPassed: boolean, measured: string): void {
  console.log(`${isPassed ? 'PASS' : 'FAIL'} ${name}: ${measured}`)
  if (!isPassed) process.exitCode = 1
}
