import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { ok, warn, type Finding } from '../driver/finding.js';
import { Db } from '../db.js';
import { chunksOf } from '../sql/chunks.js';
import { isMended, StoredRule, type Key, type MendedRule } from './stored-rule.js';

/** The rows that break a rule are counted up to this number. If there are more, the message says "more than". */
const mostCounted = 1000;
const mostNamed = 5;
/** Rows per transaction of `mend`. */
const batch = 200;

@Injectable()
export class StoredRules {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly db: Db,
  ) {}

  /** Throws Error if two rules have the same name. */
  rules(): readonly StoredRule[] {
    const rules = this.discovery
      .getProviders()
      .flatMap(({ instance }) => (instance instanceof StoredRule ? instance : []));
    const byName = new Map(rules.map((rule) => [rule.name, rule]));
    if (byName.size < rules.length) throw new Error('Two rules of stored rows have the same name.');
    return rules.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  mended(): readonly MendedRule[] {
    return this.rules().filter(isMended);
  }

  /** One finding for each broken rule; if no rule is broken, one finding in total. */
  async inspect(): Promise<Finding[]> {
    const findings: Finding[] = [];
    const rules = this.rules();
    for (const rule of rules) {
      const keys = await rule.violations(mostCounted + 1);
      if (keys.length > 0) findings.push(warn(`${messageOf(rule, keys)}.`, todoOf(rule)));
    }
    return findings.length > 0 ? findings : [ok(`The stored rows follow the rules (${rules.length} checks).`)];
  }

  broken(rule: StoredRule): Promise<readonly Key[]> {
    return rule.violations(Number.MAX_SAFE_INTEGER);
  }

  /** Corrects rows in several transactions, because the service may run. Returns the number of corrected rows. */
  async mend(rule: MendedRule, keys: readonly Key[]): Promise<number> {
    let mended = 0;
    for (const some of chunksOf(keys, batch)) mended += await this.db.tx(() => rule.mend(some));
    return mended;
  }
}

/** Returns a message such as `Contacts without a name: 3 (ContactId 1, 5, 9)`. */
export function messageOf({ broken, key }: StoredRule, keys: readonly Key[]): string {
  const count = keys.length > mostCounted ? `more than ${mostCounted}` : String(keys.length);
  const more = keys.length > mostNamed ? ' and others' : '';
  return `${broken}: ${count} (${key} ${keys.slice(0, mostNamed).join(', ')}${more})`;
}

function todoOf(rule: StoredRule): string {
  const command = `Run \`agency mend ${rule.name}\`.`;
  if (!isMended(rule)) return rule.todo ?? '';
  return rule.todo === undefined ? command : `${command} ${rule.todo}`;
}
