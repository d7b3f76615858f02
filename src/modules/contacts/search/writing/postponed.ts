/** The contacts whose search terms are updated later, at the end of the work that writes the contacts. */
export class Postponed {
  private readonly contacts: number[] = [];
  private readonly agents = new Set<number>();

  add(contactIds: readonly number[]): void {
    for (const id of contactIds) this.contacts.push(id);
  }

  /** Returns those of `agentIds` that were not in an earlier call. Leaves out null. */
  newAgents(agentIds: readonly (number | null)[]): number[] {
    const added: number[] = [];
    for (const id of agentIds)
      if (id !== null && !this.agents.has(id)) {
        this.agents.add(id);
        added.push(id);
      }
    return added;
  }

  /** The ids of the contacts in ascending order, each once. An Int32Array needs only 4 bytes per contact. */
  all(): Int32Array {
    const sorted = Int32Array.from(this.contacts).sort();
    return sorted.filter((id, at) => at === 0 || sorted[at - 1] !== id);
  }
}
