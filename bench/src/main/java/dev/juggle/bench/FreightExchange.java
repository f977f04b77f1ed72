// SPDX-License-Identifier: Apache-2.0
package dev.juggle.bench;

import dev.juggle.bench.FreightOffer.Company;
import dev.juggle.bench.JsonText.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * The invented freight exchange that the corpus is a pile of snapshots of. Between two snapshots a few offers go (some
 * come back later), some change, new ones appear at the end, and now and then a company's score moves, which changes
 * all its offers; everything else is repeated as it was.
 */
final class FreightExchange {
    private static final int COMPANIES = 1200;

    private final SplitMix64 random;
    private final List<Company> companies = new ArrayList<>();
    private final List<FreightOffer> withdrawn = new ArrayList<>();
    private List<FreightOffer> open = new ArrayList<>();

    /** An exchange with companies but no offer yet. */
    FreightExchange(SplitMix64 random) {
        this.random = random;
        for (int i = 0; i < COMPANIES; i++) {
            companies.add(new Company(random, i));
        }
    }

    /** The offers that are open now, oldest first. */
    List<FreightOffer> open() {
        return open;
    }

    /**
     * Time passes until {@code now} (seconds since 1970); afterwards the open offers, with a comma behind each, take
     * {@code budgetBytes} in {@code layout}, or as much more as one offer has.
     */
    void advance(long now, long budgetBytes, Layout layout) {
        if (random.oneIn1000(150)) {
            Company company = random.pick(companies);
            company.scoreHundredths = 250 + 5 * random.below(51);
            company.version++;
        }
        long bytes = 0;
        List<FreightOffer> kept = new ArrayList<>(open.size());
        for (FreightOffer offer : open) {
            int fate = random.below(1000);
            if (fate < 65 || bytes >= budgetBytes) {
                withdraw(offer);
                continue;
            }
            if (fate < 180) {
                offer.change(random, now);
            }
            kept.add(offer);
            bytes += offer.text(layout).length + 1;
        }
        open = kept;
        while (bytes < budgetBytes) {
            FreightOffer offer = !withdrawn.isEmpty() && random.oneIn1000(450) ? comesBack(now) : appears(now);
            open.add(offer);
            bytes += offer.text(layout).length + 1;
        }
    }

    /** No more are remembered than are open, or memory would grow with the number of snapshots. */
    private void withdraw(FreightOffer offer) {
        if (withdrawn.size() < open.size()) {
            withdrawn.add(offer);
        } else {
            withdrawn.set(random.below(withdrawn.size()), offer);
        }
    }

    private FreightOffer comesBack(long now) {
        int index = random.below(withdrawn.size());
        FreightOffer offer = withdrawn.get(index);
        FreightOffer last = withdrawn.removeLast();
        if (index < withdrawn.size()) {
            withdrawn.set(index, last);
        }
        if (random.oneIn1000(500)) {
            offer.change(random, now);
        }
        return offer;
    }

    /** A fifth of the companies has most of the offers. */
    private FreightOffer appears(long now) {
        int among = random.oneIn1000(750) ? COMPANIES / 5 : COMPANIES;
        return new FreightOffer(random, companies.get(random.below(among)), now);
    }
}
